// The map under the hand (hand.js): choose a province, show and hide layers. A page opts in with
// <div class="drawing" data-map="desk|route|plain">: "desk" chooses provinces and opens their cards, "route" only says
// which province was meant, "plain" only pans and zooms. A newer drawing takes the older one's place layer by layer.
(() => {
  "use strict";
  const CLOSEST = 14;
  const TWICE = 320; // milliseconds between two taps that belong together
  const NEAR = 0.68, CLOSE = 2.2; // pixels to a unit of the sheet, for a finger's tap and for the names of persons
  const AFAR = 1920; // pixels: in a larger window everything is written larger, for it is seen from farther away
  const ON_A_WALL = 1.65; // times as large are the words of a map that may hang on a wall
  const FLAG = 13, FINGER = 20; // a flag's width in units; the pixels a finger needs to mean a flag and not its province
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

  const { SLACK, limit } = window.Hand;
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

  class View extends window.Hand {
    constructor(drawing) {
      super(drawing, CLOSEST);
      this.mode = drawing.dataset.map || "desk";
      this.selected = drawing.dataset.selected || "";
      this.hidden = { ...OFF_AT_FIRST, ...kept() };
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
      this.begin();
      if (this.selected) {
        this.goTo(this.selected);
        this.uncover();
        if (window.location.hash === "#card") { // found by its name: who typed that goes on in its card
          this.panel?.focus({ preventScroll: true });
          this.address(this.selected);
        }
      }
    }

    // A drawing that has just come ------------------------------------------------------------------------------

    attach() {
      const svg = this.box.querySelector(":scope > svg");
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
      if (focused && !this.svg.contains(document.activeElement)) this.box.focus({ preventScroll: true });
    }

    // As much is written as there is room for at this scale: see drawing/lettering.py.
    write(unit = this.unit) {
      const wall = this.mode === "plain" && this.svg.dataset.lies === "wide" ? ON_A_WALL : 1;
      const near = unit / wall / Math.max(1, window.innerWidth / AFAR);
      const steps = this.svg.dataset.steps.split(" ");
      const step = Math.max(0, steps.filter((from) => Number(from) <= near).length - 1);
      if (this.svg.classList.contains(`s${step}`)) return;
      this.svg.classList.remove(...steps.map((_, one) => `s${one}`));
      this.svg.classList.add(`s${step}`);
    }

    // Seen from near and from afar, and where things are ---------------------------------------------------------

    moved(unit) {
      if (!this.svg.matches(".moves")) this.write(unit);
      this.svg.classList.toggle("near", unit >= NEAR);
      this.svg.classList.toggle("close", unit >= CLOSE);
    }

    stilled() { this.write(); }

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
      const own = this.box.getBoundingClientRect();
      const at = (value, start, moved) => (value - start - moved) / this.scale;
      return {
        x: at(box.left + box.width / 2, own.left, this.x), y: at(box.top + box.height / 2, own.top, this.y),
        size: Math.max(box.width, box.height) / this.scale,
      };
    }

    free() { // the part of the drawing that the card does not cover
      const { clientWidth: width, clientHeight: height } = this.box;
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
      super.listen();
      const drawing = this.box;
      drawing.addEventListener("click", (event) => {
        if (event.detail === 0) this.choose(event.target, "mouse"); // not by a pointer: by an aid for reading
      });
      drawing.addEventListener("dblclick", (event) => event.preventDefault());
      this.panel?.addEventListener("click", (event) => this.inCard(event));
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
      this.box.dispatchEvent(new CustomEvent("province", { bubbles: true, detail }));
      if (this.mode !== "desk") return;
      this.select(province);
      if (open) this.openCard(province);
    }

    select(province) {
      this.selected = province;
      this.box.dataset.selected = province;
      this.mark();
      const title = province && this.shape(province)?.querySelector("title")?.textContent;
      if (title && this.words.textContent !== title) this.words.textContent = title;
    }

    mark() { // the outline of the chosen province, and its flags in the way of the Tab key
      for (const group of this.svg.querySelectorAll(".selection")) {
        const thin = Number(group.dataset.thin) || 1;
        const shown = this.selected && this.shape(this.selected)
          && (thin === 1 || this.svg.querySelector(`.inset [data-province="${this.selected}"]`));
        group.replaceChildren(...(shown ? [5, 2.4] : []).map((width) => { // light under dark: atlas.py has their colours
          const line = document.createElementNS(SVG, "use");
          line.setAttribute("href", `#p-${this.selected}`);
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
      const box = this.box.getBoundingClientRect();
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
      const asked = this.asked = new AbortController();
      const body = this.panel.querySelector(".card-body");
      this.address(province);
      const address = this.box.dataset.card.replace("KEY", province);
      const asOf = contact.journal();
      try {
        const [answer, html] = await contact.within(contact.PATIENCE, async (late) => {
          late.addEventListener("abort", () => asked.abort());
          const got = await fetch(address, { headers: { "HX-Request": "true" }, signal: asked.signal });
          return [got, await got.text()];
        });
        if (answer.redirected) return window.location.reload(); // signed out meanwhile
        if (!answer.ok) throw new Error(answer.statusText);
        const follows = { "hx-get": address, "hx-trigger": "sse:journal", "hx-swap": "innerHTML", "data-at": asOf };
        const part = element("div", follows);
        part.innerHTML = html;
        body.replaceChildren(part);
        window.htmx?.process(body);
        if (contact.journal() !== asOf) window.htmx?.trigger(part, "sse:journal"); // said while it was on its way
      } catch {
        if (this.asked !== asked) return; // another was meant meanwhile, or none
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
      const box = this.box.getBoundingClientRect();
      const spot = this.spot(this.selected);
      const foot = box.top + this.y + spot.y * this.scale + 60;
      const hidden = foot - (window.innerHeight - this.panel.offsetHeight);
      if (hidden > 0 || foot < 120) window.scrollBy(0, box.top - 8);
    }

    closeCard() {
      if (!this.panel || this.panel.hidden) return false;
      this.asked?.abort();
      this.asked = null;
      const within = this.panel.contains(document.activeElement);
      this.panel.hidden = true;
      this.address("");
      if (within) this.box.focus({ preventScroll: true });
      return true;
    }

    address(province) { // so that the page comes again as it is
      const here = new URL(window.location.href);
      here.hash = "";
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
      whole.setAttribute("aria-hidden", "true");
      whole.innerHTML = '<path d="M3 8V3h5M12 3h5v5M17 12v5h-5M8 17H3v-5" fill="none" stroke="currentColor" stroke-width="2"/>';
      const shown = this.mode === "plain"
        ? LAYERS.filter(([layer]) => this.box.querySelector(`[data-layer="${layer}"]`)) : LAYERS;
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
        button("+", "Closer", "+", () => this.closer()),
        button("−", "Farther", "-", () => this.farther()),
        button(whole, "Whole map", "0", () => this.whole()),
        element("details", { class: "menu layers" }, element("summary", {}, "Layers"), element("div", {}, ...boxes)),
      );
    }

    showLayers() {
      for (const [layer] of LAYERS) {
        this.box.classList.toggle(`without-${layer}`, Boolean(this.hidden[layer]));
        this.box.classList.toggle(`with-${layer}`, !this.hidden[layer]);
      }
    }

    // Keys -------------------------------------------------------------------------------------------------------

    key(event) {
      if (this.byKey(event.key)) return true;
      if (this.mode === "plain") return false;
      else if (event.key === "Escape") return this.mode === "desk" && this.closeCard();
      else if (WAYS[event.key] && this.isMine(event.target)) return this.walk(WAYS[event.key]);
      else if (event.key === "Enter" && this.isMine(event.target)) return this.enter(event.target);
      else if (this.mode === "desk") return this.goFrom(event.key);
      else return false;
      return true;
    }

    isMine(target) { // keys that other things use as well are the map's only while nothing else has the focus
      return target === document.body || this.box.contains(target);
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
        const orders = this.box.dataset.orders;
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
        else window.location.href = this.box.dataset.entries;
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
    const view = [...views.values()].find((one) => one.box.isConnected && one.svg);
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
