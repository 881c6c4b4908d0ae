// What is drawn, under the hand: wheel, drag, pinch and keys move it in its box. The map (march/map.js) and the board of
// the campaign (campaign/board.js) are two of it: each says what is moved, and what a tap on it means.
window.Hand = (() => {
  "use strict";
  const STEP = 1.6; // of a button or a key
  const SLACK = 8; // pixels a finger may slip in a tap
  const LONG = 700; // milliseconds: who presses longer does not tap
  const STILL = 180; // milliseconds after the last movement it is drawn anew, sharp
  const limit = (value, low, high) => Math.min(Math.max(value, low), high);

  return class Hand {
    static SLACK = SLACK;
    static limit = limit;

    constructor(box, closest) {
      this.box = box;
      this.closest = closest;
      [this.x, this.y, this.scale] = [0, 0, 1];
      this.middle = [0.5, 0.5]; // of what is moved, what lies in the middle of the box: in parts of it
      this.fingers = new Map();
    }

    begin() { // once all is there that is moved
      this.listen();
      new ResizeObserver(() => this.resized()).observe(this.box);
    }

    // An heir has an `svg`, and says otherwise than this:
    get sheet() { return this.svg; } // what is moved
    get size() { return [this.box.clientWidth, this.box.clientHeight]; } // of what is moved, at scale 1
    moved(_unit) {}
    stilled() {}
    tap(_pressed, _event) {}

    get unit() { // pixels to a unit of the drawing, at the present zoom
      const { width, height } = this.svg.viewBox.baseVal, [across, down] = this.size;
      return this.scale * Math.min(across / width, down / height);
    }

    resized() { // what lay in the middle stays there: a phone that is turned and turned back shows what it did
      const kept = this.middle;
      this.lookAt(kept, this.scale);
      this.middle = kept;
    }

    lookAt([right, below], scale) {
      const { clientWidth: width, clientHeight: height } = this.box, [across, down] = this.size;
      this.move(width / 2 - right * across * scale, height / 2 - below * down * scale, scale);
    }

    // While it moves the picture is moved; as soon as it is still, the browser draws it anew at its size.
    move(x, y, scale) {
      const { clientWidth: width, clientHeight: height } = this.box, [across, down] = this.size;
      this.scale = limit(scale, 1, this.closest);
      this.x = limit(x, width - across * this.scale, 0);
      this.y = limit(y, height - down * this.scale, 0);
      if (across && down) this.middle = [(width / 2 - this.x) / across / this.scale, (height / 2 - this.y) / down / this.scale];
      if (!this.svg) return;
      const { unit } = this; // before anything is changed: asked afterwards, it has everything laid out once more
      this.sheet.style.transform = this.scale === 1 && !this.x ? "" : `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
      this.box.classList.toggle("zoomed", this.scale > 1 || across > width + 1);
      this.moved(unit);
    }

    hold(smooth) {
      const { classList } = this.sheet;
      classList.add("moves");
      classList.toggle("glides", Boolean(smooth));
      clearTimeout(this.waits);
      this.waits = setTimeout(() => {
        classList.remove("moves", "glides");
        this.stilled();
      }, smooth ? 2 * STILL : STILL);
    }

    zoom(factor, at, smooth) {
      const [x, y] = at || [this.box.clientWidth / 2, this.box.clientHeight / 2];
      const scale = limit(this.scale * factor, 1, this.closest), grown = scale / this.scale;
      this.hold(smooth);
      this.move(x - (x - this.x) * grown, y - (y - this.y) * grown, scale);
    }

    closer() { this.zoom(STEP, null, true); }

    farther() { this.zoom(1 / STEP, null, true); }

    whole() {
      this.hold(true);
      this.move(0, 0, 1);
    }

    byKey(key) { // whether the key was meant
      if (key === "+" || key === "=") this.closer();
      else if (key === "-") this.farther();
      else if (key === "0") this.whole();
      else return false;
      return true;
    }

    place(event) { // where an event happened, in pixels of the box
      const box = this.box.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    }

    listen() {
      const { box } = this;
      box.addEventListener("wheel", (event) => {
        if (this.scale === 1 && event.deltaY > 0 && !event.ctrlKey) return; // then the page scrolls on
        event.preventDefault();
        const pixels = event.deltaY * (event.deltaMode === 1 ? 16 : 1);
        this.zoom(Math.exp(-limit(pixels, -240, 240) * (event.ctrlKey ? 0.01 : 0.0022)), this.place(event));
      }, { passive: false });
      box.addEventListener("pointerdown", (event) => this.press(event));
      box.addEventListener("pointermove", (event) => this.drag(event));
      for (const end of ["pointerup", "pointercancel"]) box.addEventListener(end, (event) => this.lift(event));
    }

    press(event) {
      if (event.button !== 0) return;
      if (event.isPrimary) this.fingers.clear(); // of those before it nothing was heard
      this.fingers.set(event.pointerId, this.place(event));
      if (this.fingers.size === 1) {
        this.pressed = { at: this.place(event), time: event.timeStamp, target: event.target, id: event.pointerId };
      } else {
        this.pressed = null;
        this.capture(event);
      }
    }

    capture(event) {
      for (const id of this.fingers.keys()) {
        try {
          this.box.setPointerCapture(id);
        } catch { /* it has just been lifted */ }
      }
      event.preventDefault();
    }

    drag(event) {
      const before = this.fingers.get(event.pointerId);
      if (!before) return;
      if (!event.buttons) return this.forget(event); // lifted beside the box, or over a menu of the browser
      const now = this.place(event);
      if (this.pressed) {
        if (Math.hypot(now[0] - this.pressed.at[0], now[1] - this.pressed.at[1]) < SLACK) return;
        this.pressed = null;
        this.capture(event);
        this.box.classList.add("dragged");
      }
      this.hold();
      const [other] = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
      const [across, down] = [now[0] - before[0], now[1] - before[1]];
      if (other) { // what lies between two fingers stays there
        const apart = (at) => Math.hypot(at[0] - other[0], at[1] - other[1]) || 1;
        this.zoom(apart(now) / apart(before), [(before[0] + other[0]) / 2, (before[1] + other[1]) / 2]);
        this.move(this.x + across / 2, this.y + down / 2, this.scale);
      } else this.move(this.x + across, this.y + down, this.scale);
      this.fingers.set(event.pointerId, now);
    }

    forget({ pointerId }) {
      this.fingers.delete(pointerId);
      if (!this.fingers.size) this.box.classList.remove("dragged");
      this.pressed = null;
    }

    lift(event) {
      const { pressed } = this;
      this.forget(event);
      if (event.type === "pointercancel" || pressed?.id !== event.pointerId || event.timeStamp - pressed.time > LONG) return;
      this.tap(pressed, event);
    }
  };
})();
