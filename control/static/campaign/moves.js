// A move is tapped on the board: the stack opens its form, a place then is where it goes, the same place again another
// way to it. The way that is chosen, and all places within reach, are drawn over the board.
(() => {
  "use strict";
  const SVG = "http://www.w3.org/2000/svg";
  const form = () => document.getElementById("move");
  const board = () => document.querySelector("[data-board]")?.board;

  const group = () => [...form().querySelectorAll(".group")].at(-1); // the one that was opened last is being made
  const ways = (one) => one.querySelector("select[name^=way]");

  const drawn = () => {
    const { svg } = board() || {};
    if (!svg) return;
    for (const old of svg.querySelectorAll(".goal, .route")) old.remove();
    if (!form()) return;
    const put = (name, attributes) => {
      const made = document.createElementNS(SVG, name);
      for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
      svg.append(made);
    };
    for (const one of form().querySelectorAll(".group")) {
      const select = ways(one);
      if (!select) continue;
      const goals = new Map();
      for (const { dataset } of select.options) if (dataset.to && !goals.has(dataset.to)) goals.set(dataset.to, dataset.cards);
      if (one === group()) for (const [place, cards] of goals) {
        const spot = board().spotOf(place);
        if (spot) put("circle", { class: cards === "0" ? "goal" : "goal costly", cx: spot.x, cy: spot.y, r: 21 });
      }
      const spots = select.value.split(",").filter(Boolean).map((place) => board().spotOf(place));
      if (spots.length > 1) put("polyline", { class: "route", points: spots.map(({ x, y }) => `${x},${y}`).join(" ") });
    }
    board().mark(form().dataset.place);
  };

  // The address has the march as far as it is made: who reloads the page, or comes back to it, goes on from there.
  const LEFT_OUT = ["key", "side", "seen"];
  const remember = () => {
    if (!form() && !new URLSearchParams(location.search).has("from")) return;
    const made = form() && new URLSearchParams([...new FormData(form())].filter(([name]) => !LEFT_OUT.includes(name)));
    history.replaceState(history.state, "", made ? `${form().querySelector("[formmethod=get]").formAction}?${made}` : location.pathname);
  };

  document.addEventListener("board:place", (event) => {
    if (!form() || event.detail.place === form().dataset.place) return;
    const select = ways(group());
    const there = select ? [...select.options].filter((option) => option.dataset.to === event.detail.place) : [];
    if (!there.length) return; // then the place itself is looked at
    event.preventDefault();
    select.value = there[(there.findIndex((option) => option.selected) + 1) % there.length].value;
    select.dispatchEvent(new Event("change", { bubbles: true }));
    drawn();
  });
  document.addEventListener("htmx:afterSwap", ({ detail: { requestConfig } }) => {
    if (form()) window.htmx.process(form()); // a finger or a key may be quicker than htmx, which listens to it a little later
    if (form() && requestConfig?.elt.name === "part") group().querySelector("input").focus({ preventScroll: true });
    drawn();
    remember();
  });
  document.addEventListener("DOMContentLoaded", () => setTimeout(drawn)); // after the board is there
})();
