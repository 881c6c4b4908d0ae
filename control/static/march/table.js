// The way round the table: ticked with one thumb or with Enter alone, and searched as one types.
(() => {
  "use strict";
  const stops = () => [...document.querySelectorAll("[data-stop]")];
  const open = (stop) => stop.querySelector(".agrees");

  // After a tick, on to the next province that is not compared yet.
  document.body.addEventListener("htmx:afterSettle", (event) => {
    const ticked = event.detail.elt.closest?.("[data-stop]");
    if (!ticked || !ticked.classList.contains("checked")) return;
    const all = stops();
    const at = all.indexOf(ticked);
    const next = [...all.slice(at + 1), ...all.slice(0, at)].find((stop) => !stop.hidden && !stop.classList.contains("checked"));
    if (!next) return;
    open(next).focus({ preventScroll: true });
    next.scrollIntoView({ block: "nearest" });
  });

  // Arrows go from one province to the next.
  document.addEventListener("keydown", (event) => {
    if (!["ArrowDown", "ArrowUp"].includes(event.key)) return;
    const here = event.target.closest("[data-stop]");
    if (!here) return;
    const all = stops().filter((stop) => !stop.hidden);
    const next = all[all.indexOf(here) + (event.key === "ArrowDown" ? 1 : -1)];
    if (!next) return;
    event.preventDefault();
    (open(next) ?? next.querySelector("a") ?? next).focus();
  });

  // What is typed hides what has nothing of it; Enter asks the server.
  const box = document.getElementById("find");
  const folded = (words) => words.toLowerCase().normalize("NFKD").replace(/[^\p{L}\p{N}\s]/gu, "");
  box?.addEventListener("input", () => {
    const words = folded(box.value).split(/\s+/).filter(Boolean);
    for (const stop of stops()) {
      const said = folded(stop.textContent + " " + [...stop.querySelectorAll(".flag")].map((flag) => flag.title).join(" "));
      stop.hidden = !words.every((word) => said.includes(word));
    }
    for (const region of document.querySelectorAll("main > section")) {
      region.hidden = !region.querySelector("[data-stop]:not([hidden])");
    }
  });
})();
