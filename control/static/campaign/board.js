// The board of the campaign under the hand (hand.js): search, and a tap that means the nearest place. A page opts in
// with <div data-board>; where it has a form of moves, taps go there (campaign/moves.js), else to the place's own panel.
(() => {
  "use strict";
  const CLOSEST = 9;
  const NEAR = 1.25; // pixels to a unit: from here on known blocks are named
  const FINGER = 34; // pixels round a tap in which a place is meant
  const KEPT = `${document.body.dataset.root ?? ""} board`; // where this window looks, for each act brings the page anew
  const ARROWS = { ArrowRight: [-1, 0], ArrowLeft: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  const PUSH = 0.25; // of the box, with an arrow
  const { limit } = window.Hand;

  class Board extends window.Hand {
    constructor(box) {
      super(box, CLOSEST);
      this.frame = box.parentElement;
      this.begin();
      const over = box.querySelector(".board-over");
      new MutationObserver(() => this.renewed()).observe(over, { childList: true });
      this.renewed();
      this.lookAgain();
      window.addEventListener("pagehide", () => {
        try { sessionStorage.setItem(KEPT, JSON.stringify([this.middle, this.scale])); } catch { /* then all of it is shown */ }
      });
    }

    lookAgain() { // where this window looked before, and in any case at the place that was asked for
      this.move(0, 0, 1);
      try { this.lookAt(...JSON.parse(sessionStorage.getItem(KEPT))); } catch { /* it has not looked yet */ }
      const spot = this.spotOf(this.box.dataset.at);
      if (!spot) return;
      const { clientWidth, clientHeight } = this.box, [x, y] = [spot.x * this.unit, spot.y * this.unit];
      const seen = limit(x + this.x, 0, clientWidth) === x + this.x && limit(y + this.y, 0, clientHeight) === y + this.y;
      if (!seen) this.move(clientWidth / 2 - x, clientHeight / 2 - y, this.scale);
    }

    get svg() { return this.box.querySelector(".board-over > svg"); }

    get sheet() { return this.box.querySelector(".board-sheet"); }

    get size() { return [this.sheet.offsetWidth, this.sheet.offsetHeight]; }

    moved(unit) { this.svg.classList.toggle("near", unit >= NEAR); }

    renewed() {
      if (!this.svg) return;
      this.moved(this.unit);
      this.mark(this.marked || this.box.dataset.at || "");
    }

    mark(place) { // a ring round the place that is meant
      this.marked = place;
      for (const ring of this.box.querySelectorAll(".meant")) ring.remove();
      const spot = place && this.spotOf(place);
      if (!spot) return;
      const ring = document.createElementNS("http://www.w3.org/2000/svg", "circle");
      for (const [name, value] of Object.entries({ class: "meant", cx: spot.x, cy: spot.y, r: 25 })) ring.setAttribute(name, value);
      this.svg.append(ring);
    }

    spotOf(place) { // in units of the sheet
      const matrix = this.svg?.querySelector(`.spot[data-place="${CSS.escape(place)}"]`)?.transform.baseVal.consolidate()?.matrix;
      return matrix && { x: matrix.e, y: matrix.f };
    }

    goTo(place) {
      const spot = this.spotOf(place);
      if (!spot) return;
      const scale = limit(Math.max(this.scale, 1.5 / (this.unit / this.scale)), 1, CLOSEST);
      const unit = this.unit / this.scale * scale;
      this.hold(true);
      this.move(this.box.clientWidth / 2 - spot.x * unit, this.box.clientHeight / 2 - spot.y * unit, scale);
      this.mark(place);
    }

    nearest([x, y]) { // the place within a finger's reach of a tap
      const spots = [...this.box.querySelectorAll(".spot")].map((one) => {
        const { e, f } = one.transform.baseVal.consolidate().matrix;
        return [Math.hypot(e * this.unit + this.x - x, f * this.unit + this.y - y), one.dataset.place];
      });
      const [away, place] = spots.sort((one, other) => one[0] - other[0])[0] || [Infinity];
      return away <= Math.max(FINGER, 30 * this.unit) ? place : "";
    }

    listen() {
      super.listen();
      this.box.addEventListener("keydown", (event) => {
        if (ARROWS[event.key] && this.box.matches(".zoomed") && !event.ctrlKey && !event.metaKey && !event.altKey) {
          event.preventDefault(); // else the page scrolls
          this.push(...ARROWS[event.key]);
        } else this.byKey(event.key);
      });
      for (const tool of ["closer", "farther", "whole"]) {
        this.frame.querySelector(`.${tool}`).addEventListener("click", () => this[tool]());
      }
      const find = this.frame.querySelector(".find");
      find?.addEventListener("change", () => {
        const wanted = find.value.trim().toLowerCase();
        const one = [...find.list.options].find((option) => option.value.toLowerCase() === wanted);
        if (!one) return;
        this.goTo(one.dataset.place);
        this.chosen(one.dataset.place);
        find.value = "";
      });
      this.frame.querySelector(".board-tools").hidden = false;
    }

    push(right, down) {
      this.hold(true);
      this.move(this.x + right * PUSH * this.box.clientWidth, this.y + down * PUSH * this.box.clientHeight, this.scale);
    }

    tap({ at }) {
      const place = this.nearest(at);
      if (place) this.chosen(place);
    }

    chosen(place) {
      this.mark(place);
      const told = new CustomEvent("board:place", { bubbles: true, cancelable: true, detail: { place } });
      if (this.box.dispatchEvent(told) && this.box.dataset.panel) this.ask(place);
    }

    async ask(place) { // again, if meanwhile another panel came in the place of the one that asked
      const panel = document.querySelector(this.box.dataset.panel);
      await window.htmx.ajax("GET", this.box.dataset.to.replace("PLACE", place), { target: panel, swap: "innerHTML" });
      if (!panel.isConnected && this.marked === place) this.ask(place);
    }
  }

  // What needs no look at the board stands before it, where one column holds both: so the page comes, and so it stays
  // when what may be done comes anew, whose class is settled last. What is moved would lose the focus that is in it.
  document.addEventListener("htmx:afterSettle", () => {
    const desk = document.getElementById("desk");
    const before = desk?.matches(".of-cards") && document.querySelector(".board-side:has(~ #desk)");
    const behind = desk?.matches(":not(.of-cards)") && document.querySelector("#desk ~ .board-side");
    const at = document.activeElement;
    if (before) before.before(desk);
    if (behind) behind.after(desk);
    if (desk?.contains(at)) at.focus({ preventScroll: true });
  });

  document.addEventListener("DOMContentLoaded", () => {
    for (const box of document.querySelectorAll("[data-board]")) box.board = new Board(box);
  });
})();
