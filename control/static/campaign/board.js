// The board of the campaign under the hand: pan, zoom, search, and a tap that means the nearest place. A page opts in
// with <div data-board>; where it has a form of moves, taps go there (campaign/moves.js), else to the place's own panel.
(() => {
  "use strict";
  const CLOSEST = 9, STEP = 1.6, SLACK = 8, LONG = 700, STILL = 180;
  const NEAR = 1.25; // pixels to a unit: from here on known blocks are named
  const FINGER = 34; // pixels round a tap in which a place is meant
  const limit = (value, low, high) => Math.min(Math.max(value, low), high);

  class Board {
    constructor(box) {
      this.box = box;
      this.sheet = box.querySelector(".board-sheet");
      this.frame = box.parentElement;
      [this.x, this.y, this.scale] = [0, 0, 1];
      this.fingers = new Map();
      this.listen();
      new ResizeObserver(() => this.move(this.x, this.y, this.scale)).observe(box);
      const over = box.querySelector(".board-over");
      new MutationObserver(() => this.renewed()).observe(over, { childList: true });
      this.renewed();
      this.move(0, 0, 1);
    }

    get svg() { return this.box.querySelector(".board-over > svg"); }

    get unit() { return this.scale * this.sheet.offsetWidth / this.svg.viewBox.baseVal.width; }

    renewed() {
      this.svg?.classList.toggle("near", this.unit >= NEAR);
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

    move(x, y, scale) {
      const { clientWidth: width, clientHeight: height } = this.box;
      this.scale = limit(scale, 1, CLOSEST);
      this.x = limit(x, width - this.sheet.offsetWidth * this.scale, 0);
      this.y = limit(y, height - this.sheet.offsetHeight * this.scale, 0);
      this.sheet.style.transform = this.scale === 1 && !this.x ? "" : `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
      this.box.classList.toggle("zoomed", this.scale > 1 || this.sheet.offsetWidth > width + 1);
      this.svg?.classList.toggle("near", this.unit >= NEAR);
    }

    hold(smooth) {
      this.sheet.classList.add("moves");
      this.sheet.classList.toggle("glides", Boolean(smooth));
      clearTimeout(this.stilled);
      this.stilled = setTimeout(() => this.sheet.classList.remove("moves", "glides"), smooth ? 2 * STILL : STILL);
    }

    zoom(factor, at, smooth) {
      const [x, y] = at || [this.box.clientWidth / 2, this.box.clientHeight / 2];
      const scale = limit(this.scale * factor, 1, CLOSEST), grown = scale / this.scale;
      this.hold(smooth);
      this.move(x - (x - this.x) * grown, y - (y - this.y) * grown, scale);
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

    place(event) {
      const box = this.box.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
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
      const { box } = this;
      box.addEventListener("wheel", (event) => {
        if (this.scale === 1 && event.deltaY > 0 && !event.ctrlKey) return;
        event.preventDefault();
        this.zoom(Math.exp(-limit(event.deltaY * (event.deltaMode === 1 ? 16 : 1), -240, 240) * (event.ctrlKey ? 0.01 : 0.0022)), this.place(event));
      }, { passive: false });
      box.addEventListener("pointerdown", (event) => {
        if (event.button !== 0) return;
        this.fingers.set(event.pointerId, this.place(event));
        this.pressed = this.fingers.size === 1 ? { at: this.place(event), time: event.timeStamp, id: event.pointerId } : null;
      });
      box.addEventListener("pointermove", (event) => this.drag(event));
      for (const end of ["pointerup", "pointercancel"]) box.addEventListener(end, (event) => this.lift(event));
      box.addEventListener("keydown", (event) => {
        if (event.key === "+" || event.key === "=") this.zoom(STEP, null, true);
        else if (event.key === "-") this.zoom(1 / STEP, null, true);
        else if (event.key === "0") this.whole();
      });
      this.frame.querySelector(".closer").addEventListener("click", () => this.zoom(STEP, null, true));
      this.frame.querySelector(".farther").addEventListener("click", () => this.zoom(1 / STEP, null, true));
      this.frame.querySelector(".whole").addEventListener("click", () => this.whole());
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

    whole() {
      this.hold(true);
      this.move(0, 0, 1);
    }

    drag(event) {
      const before = this.fingers.get(event.pointerId);
      if (!before) return;
      const now = this.place(event);
      if (this.pressed) {
        if (Math.hypot(now[0] - this.pressed.at[0], now[1] - this.pressed.at[1]) < SLACK) return;
        this.pressed = null;
        try { this.box.setPointerCapture(event.pointerId); } catch { /* it has just been lifted */ }
      }
      this.hold();
      if (this.fingers.size === 1) this.move(this.x + now[0] - before[0], this.y + now[1] - before[1], this.scale);
      else {
        const [other] = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
        const apart = (at) => Math.hypot(at[0] - other[0], at[1] - other[1]) || 1;
        this.zoom(apart(now) / apart(before), [(before[0] + other[0]) / 2, (before[1] + other[1]) / 2]);
        this.move(this.x + (now[0] - before[0]) / 2, this.y + (now[1] - before[1]) / 2, this.scale);
      }
      this.fingers.set(event.pointerId, now);
    }

    lift(event) {
      this.fingers.delete(event.pointerId);
      const { pressed } = this;
      this.pressed = null;
      if (event.type === "pointercancel" || pressed?.id !== event.pointerId || event.timeStamp - pressed.time > LONG) return;
      const place = this.nearest(pressed.at);
      if (place) this.chosen(place);
    }

    chosen(place) {
      this.mark(place);
      const told = new CustomEvent("board:place", { bubbles: true, cancelable: true, detail: { place } });
      if (this.box.dispatchEvent(told) && this.box.dataset.panel) {
        const panel = document.querySelector(this.box.dataset.panel);
        window.htmx.ajax("GET", this.box.dataset.to.replace("PLACE", place), { target: panel, swap: "innerHTML" });
      }
    }
  }

  document.addEventListener("DOMContentLoaded", () => {
    for (const box of document.querySelectorAll("[data-board]")) box.board = new Board(box);
  });
})();
