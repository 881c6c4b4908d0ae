// The map under the hand: pan, zoom, choose a province, show and hide layers. A page opts in with
// <div class="drawing" data-map="desk|route|plain">: "desk" chooses provinces and opens their cards, "route" only says
// which province was meant, "plain" only pans and zooms. A newer drawing takes the older one's place layer by layer.
(() => {
  "use strict";
  const FARTHEST = 1, CLOSEST = 14;
  const STEP = 1.6; // of a button or a key
  const SLACK = 7; // pixels a finger may slip in a tap
  const LONG = 700; // milliseconds: who presses longer does not tap
  const TWICE = 320; // milliseconds between two taps that belong together
  const NEAR = 0.68, CLOSE = 2.2; // pixels to a unit of the sheet, for a finger's tap and for the names of persons
  const AFAR = 1920; // pixels: in a larger window everything is written larger, for it is seen from farther away
  const ON_A_WALL = 1.65; // times as large are the words of a map that may hang on a wall
  const FLAG = 13, FINGER = 20; // a flag's width in units; the pixels a finger needs to mean a flag and not its province
  const STILL = 180; // milliseconds after the last movement the map is drawn anew, sharp
  const SEEN_FROM = 75; // degrees: how far off an arrow key's way a neighbour may lie
  const LAYERS = [
    ["holders", "Holders’ colours"], ["patterns", "Holders’ patterns"], ["lords", "Vassals, with their lord’s letters"],
    ["fresh", "New holders"], ["labels", "Names"], ["flags", "Armies"], ["strengths", "Strengths"],
    ["arrows", "Marches"], ["people", "People"], ["unrest", "Unrest"], ["encounters", "Encounters"],
    ["castles", "Castles, towns"], ["buildings", "Buildings"],
    ["roads", "Great roads"], ["crossings", "Crossings"], ["mountains", "Mountains"],
  ];
  const OFF_AT_FIRST = { patterns: true };
  const KEPT = "map.layers";
  const root = () => document.body.dataset.root ?? ""; // of several games at one address
  const SVG = "http://www.w3.org/2000/svg";
  const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  const limit = (value, low, high) => Math.min(Math.max(value, low), high);
  const element = (name, attributes = {}, ...inner) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...inner);
    return made;
  };

  // What is kept in the browser --------------------------------------------------------------------------------

  const kept = () => {
    try {
      return JSON.parse(localStorage.getItem(KEPT)) || {};
    } catch {
      return {}; // nothing kept, or a browser that keeps nothing
    }
  };
  const keep = (layers) => {
    try {
      localStorage.setItem(KEPT, JSON.stringify(layers));
    } catch { /* then it holds until the page is left */ }
  };

  const sources = (svg) => new Map([...svg.children].map((layer) => [layer.outerHTML, layer]));

  class View {
    constructor(drawing) {
      this.drawing = drawing;
      this.mode = drawing.dataset.map || "desk";
      this.scale = 1;
      this.x = this.y = 0;
      this.selected = drawing.dataset.selected || "";
      this.hidden = { ...OFF_AT_FIRST, ...kept() };
      this.fingers = new Map();
      this.panel = this.mode === "desk" ? document.getElementById("province-card") : null;
      drawing.tabIndex = 0;
      drawing.setAttribute("role", "group");
      drawing.setAttribute("aria-roledescription", "map");
      drawing.setAttribute("aria-label", this.mode === "plain" ? "Map" : "Map: arrow keys go to the next province");
      this.words = element("p", { class: "unseen", "aria-live": "polite" });
      this.tools = this.makeTools();
      drawing.before(this.tools);
      drawing.after(this.words);
      this.attach();
      new MutationObserver(() => this.attach()).observe(drawing, { childList: true });
      new ResizeObserver(() => this.move(this.x, this.y, this.scale)).observe(drawing);
      this.listen();
      if (this.selected) {
        this.goTo(this.selected);
        this.uncover();
      }
    }

    // A drawing that has just come ------------------------------------------------------------------------------

    attach() {
      const svg = this.drawing.querySelector(":scope > svg");
      if (!svg || svg === this.svg) return;
      this.svg = svg;
      this.layers = sources(svg);
      svg.setAttribute("role", "group");
      this.link();
      this.showLayers();
      this.mark();
      this.move(this.x, this.y, this.scale);
    }

    link() { // flags and encounters lead to their pages
      if (this.mode !== "desk") return;
      for (const sign of this.svg.querySelectorAll(".flag[data-army], .clash[data-number]")) {
        sign.setAttribute("role", "link");
        sign.setAttribute("aria-label", sign.querySelector("title")?.textContent || "");
        sign.setAttribute("tabindex", "-1");
      }
    }

    // Layers that are as they were stay: to draw the whole country again takes the browser longer than all else.
    renew(html) {
      if (html === this.html) return;
      this.html = html;
      const fresh = element("template");
      fresh.innerHTML = html;
      const layers = sources(fresh.content.querySelector("svg"));
      for (const source of layers.keys()) {
        if (this.layers.has(source)) layers.set(source, this.layers.get(source));
      }
      const focused = this.svg.contains(document.activeElement);
      for (const [source, layer] of this.layers) if (!layers.has(source)) layer.remove();
      let next = this.svg.firstElementChild;
      for (const layer of layers.values()) {
        if (layer === next) next = next.nextElementSibling;
        else this.svg.insertBefore(layer, next);
      }
      this.layers = layers;
      this.link();
      this.mark();
      if (focused && !this.svg.contains(document.activeElement)) this.drawing.focus({ preventScroll: true });
    }

    // As much is written as there is room for at this scale: see drawing/lettering.py.
    write(unit = this.unit) {
      const wall = this.mode === "plain" && this.svg.dataset.lies === "wide" ? ON_A_WALL : 1;
      const near = unit / wall / Math.max(1, window.innerWidth / AFAR);
      const steps = this.svg.dataset.steps.split(" ");
      const step = Math.max(0, steps.findLastIndex((from) => Number(from) <= near));
      if (this.svg.classList.contains(`s${step}`)) return;
      this.svg.classList.remove(...steps.map((_, one) => `s${one}`));
      this.svg.classList.add(`s${step}`);
    }

    get unit() { // pixels to a unit of the sheet, at the present zoom
      const { width, height } = this.svg.viewBox.baseVal;
      return this.scale * Math.min(this.drawing.clientWidth / width, this.drawing.clientHeight / height);
    }

    // Pan and zoom ----------------------------------------------------------------------------------------------

    // While it moves the picture is moved; as soon as it is still, the browser draws it anew at its size.
    move(x, y, scale) {
      const { clientWidth: width, clientHeight: height } = this.drawing;
      this.scale = limit(scale, FARTHEST, CLOSEST);
      this.x = limit(x, width - width * this.scale, 0);
      this.y = limit(y, height - height * this.scale, 0);
      if (!this.svg) return;
      const { unit } = this; // before anything is changed: asked afterwards, it has everything laid out once more
      this.svg.style.transform = this.scale === 1 ? "" : `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
      this.drawing.classList.toggle("zoomed", this.scale > 1);
      if (!this.svg.matches(".moves")) this.write(unit);
      this.svg.classList.toggle("near", unit >= NEAR);
      this.svg.classList.toggle("close", unit >= CLOSE);
    }

    hold(smooth) {
      const { classList } = this.svg;
      classList.add("moves");
      classList.toggle("glides", Boolean(smooth));
      clearTimeout(this.stilled);
      this.stilled = setTimeout(() => {
        classList.remove("moves", "glides");
        this.write();
      }, smooth ? 2 * STILL : STILL);
    }

    zoom(factor, at, smooth) {
      const middle = at || [this.drawing.clientWidth / 2, this.drawing.clientHeight / 2];
      const scale = limit(this.scale * factor, FARTHEST, CLOSEST);
      const grown = scale / this.scale;
      this.hold(smooth);
      this.move(middle[0] - (middle[0] - this.x) * grown, middle[1] - (middle[1] - this.y) * grown, scale);
    }

    whole() {
      this.hold(true);
      this.move(0, 0, 1);
    }

    place(event) { // where an event happened, in pixels of the drawing
      const box = this.drawing.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    }

    // Where a province is, in pixels of the drawing at scale 1; for one of the inset, there.
    spot(province) {
      const name = this.svg.querySelector(`.name[data-province="${province}"]`)?.getBoundingClientRect();
      const middle = name?.width && [name.left + name.width / 2, name.top + name.height / 2];
      const shapes = [...this.svg.querySelectorAll(`.province[data-province="${province}"]`)];
      const boxes = shapes.map((shape) => shape.getBoundingClientRect()).reverse(); // the inset's first
      const holds = (box) => middle && box.left <= middle[0] && middle[0] <= box.right
        && box.top <= middle[1] && middle[1] <= box.bottom;
      const box = boxes.find(holds) || boxes.at(-1);
      if (!box) return null;
      const own = this.drawing.getBoundingClientRect();
      const at = (value, start, moved) => (value - start - moved) / this.scale;
      return {
        x: at(box.left + box.width / 2, own.left, this.x), y: at(box.top + box.height / 2, own.top, this.y),
        size: Math.max(box.width, box.height) / this.scale,
      };
    }

    free() { // the part of the drawing that the card does not cover
      const { clientWidth: width, clientHeight: height } = this.drawing;
      const card = this.panel && !this.panel.hidden && getComputedStyle(this.panel).position === "absolute";
      return { left: card ? this.panel.offsetLeft + this.panel.offsetWidth : 0, width, height };
    }

    goTo(province) { // so near that it fills a quarter of the map
      const spot = this.svg && this.spot(province);
      if (!spot) return;
      const { left, width, height } = this.free();
      const scale = limit(Math.min(width, height) / 4 / spot.size, 2, 2.6);
      this.hold(true);
      this.move((left + width) / 2 - spot.x * scale, height / 2 - spot.y * scale, scale);
    }

    bring(province) { // into sight, if it is not
      const spot = this.spot(province);
      if (!spot || this.scale === 1) return;
      const { left, width, height } = this.free();
      const [x, y] = [spot.x * this.scale + this.x, spot.y * this.scale + this.y];
      if (x > left + 40 && x < width - 40 && y > 40 && y < height - 40) return;
      this.hold(true);
      this.move((left + width) / 2 - spot.x * this.scale, height / 2 - spot.y * this.scale, this.scale);
    }

    // Fingers and mice ------------------------------------------------------------------------------------------

    listen() {
      const { drawing } = this;
      drawing.addEventListener("wheel", (event) => {
        if (this.scale === 1 && event.deltaY > 0 && !event.ctrlKey) return; // then the page scrolls on
        event.preventDefault();
        const pixels = event.deltaY * (event.deltaMode === 1 ? 16 : 1);
        this.zoom(Math.exp(-limit(pixels, -240, 240) * (event.ctrlKey ? 0.01 : 0.0022)), this.place(event));
      }, { passive: false });
      drawing.addEventListener("pointerdown", (event) => this.press(event));
      drawing.addEventListener("pointermove", (event) => this.drag(event));
      for (const end of ["pointerup", "pointercancel"]) drawing.addEventListener(end, (event) => this.lift(event));
      drawing.addEventListener("click", (event) => {
        if (event.detail === 0) this.choose(event.target, "mouse"); // not by a pointer: by an aid for reading
      });
      drawing.addEventListener("dblclick", (event) => event.preventDefault());
      this.panel?.addEventListener("click", (event) => this.inCard(event));
    }

    press(event) {
      if (event.button !== 0) return;
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
          this.drawing.setPointerCapture(id);
        } catch { /* it has just been lifted */ }
      }
      event.preventDefault();
    }

    drag(event) {
      const before = this.fingers.get(event.pointerId);
      if (!before) return;
      const now = this.place(event);
      if (this.pressed) {
        if (Math.hypot(now[0] - this.pressed.at[0], now[1] - this.pressed.at[1]) < SLACK) return;
        this.pressed = null;
        this.capture(event);
        this.drawing.classList.add("dragged");
      }
      if (this.fingers.size === 1) {
        this.hold();
        this.move(this.x + now[0] - before[0], this.y + now[1] - before[1], this.scale);
      } else {
        const [other] = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
        const apart = (at) => Math.hypot(at[0] - other[0], at[1] - other[1]) || 1;
        const middle = [(before[0] + other[0]) / 2, (before[1] + other[1]) / 2];
        this.zoom(apart(now) / apart(before), middle);
        this.move(this.x + (now[0] - before[0]) / 2, this.y + (now[1] - before[1]) / 2, this.scale);
      }
      this.fingers.set(event.pointerId, now);
    }

    lift(event) {
      this.fingers.delete(event.pointerId);
      if (!this.fingers.size) this.drawing.classList.remove("dragged");
      const { pressed } = this;
      this.pressed = null;
      if (event.type === "pointercancel" || pressed?.id !== event.pointerId) return;
      if (event.timeStamp - pressed.time > LONG) return;
      this.tap(pressed, event);
    }

    tap(pressed, event) {
      const last = this.tapped;
      this.tapped = { at: pressed.at, time: event.timeStamp };
      const near = last && Math.hypot(pressed.at[0] - last.at[0], pressed.at[1] - last.at[1]) < 4 * SLACK;
      if (near && event.timeStamp - last.time < TWICE) {
        this.tapped = null;
        this.zoom(2, pressed.at, true);
        return;
      }
      // An arrow lies upon a province and is none itself.
      const target = pressed.target.closest(".arrow")
        ? document.elementsFromPoint(event.clientX, event.clientY).find((one) => one.matches(".province")) : pressed.target;
      if (target) this.choose(target, event.pointerType);
    }

    choose(target, pointer) {
      if (this.mode === "plain") return;
      const sign = target.closest("[role=link]");
      if (sign && (pointer === "mouse" || FLAG * this.unit >= FINGER)) {
        window.location.href = this.addressOf(sign);
        return;
      }
      const province = target.closest("[data-province]")?.dataset.province;
      if (province) this.meant(province, true);
    }

    addressOf(sign) {
      if (sign.dataset.army) return `${root()}/armies/${sign.dataset.army}`;
      return `${root()}${sign.matches(".battle") ? "/battles" : "/map/encounters"}/${sign.dataset.number}`;
    }

    // A province -------------------------------------------------------------------------------------------------

    shape(province) {
      return this.svg.querySelector(`path[data-province="${province}"]`);
    }

    name(province) {
      return this.svg.querySelector(`.name[data-province="${province}"]`)?.textContent || province;
    }

    meant(province, open) { // it was tapped, or Enter was pressed on it
      const detail = { id: province, name: this.name(province) };
      this.drawing.dispatchEvent(new CustomEvent("province", { bubbles: true, detail }));
      if (this.mode !== "desk") return;
      this.select(province);
      if (open) this.openCard(province);
    }

    select(province) {
      this.selected = province;
      this.drawing.dataset.selected = province;
      this.mark();
      const title = province && this.shape(province)?.querySelector("title")?.textContent;
      if (title && this.words.textContent !== title) this.words.textContent = title;
    }

    mark() { // the outline of the chosen province, and its flags in the way of the Tab key
      for (const group of this.svg.querySelectorAll(".selection")) {
        const thin = Number(group.dataset.thin) || 1;
        const shown = this.selected && this.shape(this.selected)
          && (thin === 1 || this.svg.querySelector(`.inset [data-province="${this.selected}"]`));
        group.replaceChildren(...(shown ? [["#fbf8f0", 5], ["#231f1c", 2.4]] : []).map(([colour, width]) => {
          const line = document.createElementNS(SVG, "use");
          line.setAttribute("href", `#p-${this.selected}`);
          line.setAttribute("stroke", colour);
          line.setAttribute("stroke-width", String(width * thin));
          return line;
        }));
      }
      for (const sign of this.svg.querySelectorAll("[role=link]")) {
        sign.setAttribute("tabindex", sign.dataset.province === this.selected ? "0" : "-1");
      }
    }

    // The neighbour that lies in the direction of an arrow key, near before far.
    step(way) {
      const middle = (province) => {
        const box = this.shape(province).getBBox();
        return [box.x + box.width / 2, box.y + box.height / 2];
      };
      if (!this.selected || !this.shape(this.selected)) return this.firstInSight();
      const [x, y] = middle(this.selected);
      let [best, least] = ["", Infinity];
      for (const next of this.shape(this.selected).dataset.next.split(" ").filter(Boolean)) {
        const to = middle(next);
        const [dx, dy] = [to[0] - x, to[1] - y];
        const far = Math.hypot(dx, dy) || 1;
        const off = Math.acos(limit((dx * way[0] + dy * way[1]) / far, -1, 1)) * 180 / Math.PI;
        const trouble = off + far / 12;
        if (off <= SEEN_FROM && trouble < least) [best, least] = [next, trouble];
      }
      return best;
    }

    firstInSight() { // the province nearest to the middle of what is seen
      const box = this.drawing.getBoundingClientRect();
      const middle = [box.left + box.width / 2, box.top + box.height / 2];
      let [best, least] = ["", Infinity];
      for (const shape of this.svg.querySelectorAll("path.province")) {
        const at = shape.getBoundingClientRect();
        const far = Math.hypot(at.left + at.width / 2 - middle[0], at.top + at.height / 2 - middle[1]);
        if (far < least) [best, least] = [shape.dataset.province, far];
      }
      return best;
    }

    // The card ---------------------------------------------------------------------------------------------------

    async openCard(province, focus) {
      if (!this.panel) return;
      this.asked?.abort();
      this.asked = new AbortController();
      const body = this.panel.querySelector(".card-body");
      this.address(province);
      const address = this.drawing.dataset.card.replace("KEY", province);
      try {
        const answer = await fetch(address, { headers: { "HX-Request": "true" }, signal: this.asked.signal });
        if (answer.redirected) return window.location.reload(); // signed out meanwhile
        const html = await answer.text();
        if (!answer.ok) throw new Error(answer.statusText);
        const follows = { "hx-get": address, "hx-trigger": "sse:journal", "hx-swap": "innerHTML" };
        const part = element("div", follows);
        part.innerHTML = html;
        body.replaceChildren(part);
        window.htmx?.process(body);
      } catch (error) {
        if (error.name === "AbortError") return;
        body.replaceChildren(element("p", { class: "wrong", role: "alert" }, "The card could not be fetched. Try again."));
      }
      this.panel.hidden = false;
      this.panel.scrollTop = 0;
      this.bring(province);
      this.uncover();
      if (focus) this.panel.focus();
    }

    uncover() { // on a phone the card is a sheet at the screen's foot: the province must not lie under it
      if (!this.panel || this.panel.hidden || getComputedStyle(this.panel).position !== "fixed") return;
      const box = this.drawing.getBoundingClientRect();
      const spot = this.spot(this.selected);
      const foot = box.top + this.y + spot.y * this.scale + 60;
      const hidden = foot - (window.innerHeight - this.panel.offsetHeight);
      if (hidden > 0 || foot < 120) window.scrollBy(0, box.top - 8);
    }

    closeCard() {
      if (!this.panel || this.panel.hidden) return false;
      this.asked?.abort();
      const within = this.panel.contains(document.activeElement);
      this.panel.hidden = true;
      this.address("");
      if (within) this.drawing.focus({ preventScroll: true });
      return true;
    }

    address(province) { // so that the page comes again as it is
      const here = new URL(window.location.href);
      if (province) here.searchParams.set("province", province);
      else here.searchParams.delete("province");
      window.history.replaceState(null, "", here);
    }

    inCard(event) {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      const link = event.target.closest("a");
      if (link?.matches(".close")) {
        event.preventDefault();
        this.closeCard();
      } else if (link?.dataset.to) {
        event.preventDefault();
        this.select(link.dataset.to);
        this.openCard(link.dataset.to, true);
      }
    }

    // Tools ------------------------------------------------------------------------------------------------------

    makeTools() {
      const button = (sign, words, keys, job) => {
        const made = element("button", {
          type: "button", "aria-label": words, title: `${words} (${keys})`, "aria-keyshortcuts": keys,
        }, sign);
        made.addEventListener("click", job);
        return made;
      };
      const whole = document.createElementNS(SVG, "svg");
      whole.setAttribute("viewBox", "0 0 20 20");
      whole.innerHTML = '<path d="M3 8V3h5M12 3h5v5M17 12v5h-5M8 17H3v-5" fill="none" stroke="currentColor" stroke-width="2"/>';
      const shown = this.mode === "plain"
        ? LAYERS.filter(([layer]) => this.drawing.querySelector(`[data-layer="${layer}"]`)) : LAYERS;
      const boxes = shown.map(([layer, words]) => {
        const box = element("input", { type: "checkbox", value: layer });
        box.checked = !this.hidden[layer];
        box.addEventListener("change", () => {
          this.hidden[layer] = !box.checked;
          keep(this.hidden);
          this.showLayers();
        });
        return element("label", { class: "check" }, box, ` ${words}`);
      });
      return element(
        "div", { class: "map-tools", role: "group", "aria-label": "View of the map" },
        button("+", "Closer", "+", () => this.zoom(STEP, null, true)),
        button("−", "Farther", "-", () => this.zoom(1 / STEP, null, true)),
        button(whole, "Whole map", "0", () => this.whole()),
        element("details", { class: "menu layers" }, element("summary", {}, "Layers"), element("div", {}, ...boxes)),
      );
    }

    showLayers() {
      for (const [layer] of LAYERS) {
        this.drawing.classList.toggle(`without-${layer}`, Boolean(this.hidden[layer]));
        this.drawing.classList.toggle(`with-${layer}`, !this.hidden[layer]);
      }
    }

    // Keys -------------------------------------------------------------------------------------------------------

    key(event) {
      if (event.key === "+" || event.key === "=") this.zoom(STEP, null, true);
      else if (event.key === "-") this.zoom(1 / STEP, null, true);
      else if (event.key === "0") this.whole();
      else if (this.mode === "plain") return false;
      else if (event.key === "Escape") return this.mode === "desk" && this.closeCard();
      else if (WAYS[event.key] && this.isMine(event.target)) return this.walk(WAYS[event.key]);
      else if (event.key === "Enter" && this.isMine(event.target)) return this.enter(event.target);
      else if (this.mode === "desk") return this.goFrom(event.key);
      else return false;
      return true;
    }

    isMine(target) { // keys that other things use as well are the map's only while nothing else has the focus
      return target === document.body || this.drawing.contains(target);
    }

    walk(way) {
      const next = this.step(way);
      if (!next) return true;
      this.select(next);
      this.bring(next);
      if (this.panel && !this.panel.hidden) this.openCard(next);
      return true;
    }

    enter(target) {
      const sign = target.closest?.("[role=link]");
      if (sign) window.location.href = this.addressOf(sign);
      else if (!this.selected) return false;
      else if (this.mode === "desk") this.openCard(this.selected, true);
      else this.meant(this.selected);
      return true;
    }

    goFrom(key) { // orders, battle, undo
      const here = (signs) => [...this.svg.querySelectorAll(signs)].filter((one) => one.dataset.province === this.selected);
      if (key === "o") {
        const armies = here(".flag[data-army]");
        const orders = this.drawing.dataset.orders;
        if (armies.length === 1) window.location.href = `${root()}/armies/${armies[0].dataset.army}/order`;
        else if (armies.length) window.location.href = `${orders}?find=${encodeURIComponent(this.name(this.selected))}`;
        else window.location.href = orders;
      } else if (key === "b") {
        const [first] = this.selected ? here(".clash[data-number]") : this.svg.querySelectorAll(".clash[data-number]");
        if (first) window.location.href = this.addressOf(first);
        else this.words.textContent = "No battle and no encounter is open here.";
      } else if (key === "u") {
        const undo = document.querySelector(".told form button");
        if (undo) undo.focus();
        else window.location.href = this.drawing.dataset.entries;
      } else {
        return false;
      }
      return true;
    }
  }

  // Start ---------------------------------------------------------------------------------------------------------

  const views = new Map();
  const begin = () => {
    for (const drawing of document.querySelectorAll(".drawing[data-map]")) {
      if (!views.has(drawing)) views.set(drawing, new View(drawing));
    }
  };
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, select, textarea, summary, dialog");
    const busy = typing || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey;
    if (busy || document.querySelector("dialog[open]")) return;
    const view = [...views.values()].find((one) => one.drawing.isConnected && one.svg);
    if (view?.key(event)) event.preventDefault();
  });
  document.addEventListener("htmx:afterSettle", begin);
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const view = views.get(detail.elt);
    if (!view?.svg || !detail.shouldSwap || !detail.serverResponse.trimStart().startsWith("<svg")) return;
    detail.shouldSwap = false;
    view.renew(detail.serverResponse);
  });
  begin();
})();
