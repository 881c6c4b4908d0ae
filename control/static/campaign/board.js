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
    coming = ""; // what the panel was asked for, until it is there
    taps = []; // what was tapped meanwhile

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
      if (this.coming) { // a quick tap means what the one before has asked for
        if (this.taps.length || place !== this.coming) this.taps.push(place);
        return;
      }
      const told = new CustomEvent("board:place", { bubbles: true, cancelable: true, detail: { place } });
      if (this.box.dispatchEvent(told) && this.panel) this.ask(place);
    }

    get panel() { return document.querySelector(this.box.dataset.panel ?? "none"); }

    fill(what) { // what is asked for already would come over it
      const there = this.panel.querySelector(":scope > form, :scope > section"); // below what is said of a tap that was lost
      for (const asks of [this.box, there]) if (asks) window.htmx.trigger(asks, "htmx:abort");
      return window.htmx.ajax("GET", what, { target: this.panel, swap: "innerHTML", source: this.box });
    }

    async ask(place) {
      this.coming = place;
      try {
        await this.fill(this.box.dataset.to.replace("PLACE", place));
      } catch {
        this.taps = [];
      }
      this.came();
    }

    came() {
      this.coming = "";
      for (const place of this.taps.splice(0)) this.chosen(place);
    }

    lookThere() { // who stands where it was looked last; what may be done beside it came anew
      const here = this.panel?.querySelector("[data-here]");
      if (here && !this.coming) this.fill(here.dataset.here).catch(() => {});
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

  // What was looked at on the board stays there when what may be done comes anew, and is asked for as it is now.
  const beside = () => [...document.querySelectorAll("#at-place-says, #at-place")];
  let looked = [];
  document.addEventListener("htmx:beforeSwap", ({ detail: { target } }) => {
    if (target.id === "desk") looked = beside();
  });
  document.addEventListener("htmx:afterSwap", ({ detail: { target } }) => {
    if (target.id !== "desk" || !looked.length) return;
    beside().forEach((one, nth) => one.replaceWith(looked[nth]));
    document.querySelector("[data-board]").board.lookThere();
  }, true); // before room.js looks how far the page has moved

  for (const failed of ["htmx:sendError", "htmx:timeout"]) document.addEventListener(failed, ({ detail: { target } }) => {
    if (target?.id !== "at-place" || target.querySelector(":scope > .wrong")) return;
    target.insertAdjacentHTML("afterbegin", '<p class="wrong" role="alert">This did not come: the network is cut, or the room is down. Tap it again.</p>');
  });

  document.addEventListener("DOMContentLoaded", () => {
    for (const box of document.querySelectorAll("[data-board]")) box.board = new Board(box);
  });
})();
