// Show me: one thing after the other on the real page, in the order in which one does them. It is offered once at each
// desk, begins when asked, blocks nothing (the page works all the while), ends with one tap or Escape, and does not come
// again by itself. Help calls it again. Without this file there is the guide.
(() => {
  "use strict";
  const strip = document.getElementById("tour");
  if (!strip) return;
  const root = document.body.dataset.root ?? "";
  const name = `${root}shown ${document.body.dataset.desk}`;
  const known = () => { try { return localStorage.getItem(name) ?? ""; } catch { return "ended"; } }; // cannot be kept: never by itself
  const keep = (word) => { try { localStorage.setItem(name, word); } catch { /* it was asked for by hand */ } };
  const steps = JSON.parse(strip.dataset.steps);
  const words = strip.querySelector("[data-words]");
  const of = strip.querySelector("[data-of]");
  const on = strip.querySelector("[data-on]");
  const back = strip.querySelector("[data-back]");
  const end = strip.querySelector("[data-end]");
  const seen = (one) => one?.getClientRects().length > 0;
  let at = -1;
  let lit = null;

  const found = (step) => [...document.querySelectorAll(step.at)].find(seen);
  const dark = () => {
    lit?.classList.remove("shown-now");
    lit = null;
  };
  const show = (next, by) => {
    dark();
    while (next >= 0 && next < steps.length && !found(steps[next])) next += by; // not on this page, not at this hour
    if (next < 0) return;
    if (next >= steps.length) return stop();
    at = next;
    lit = found(steps[at]);
    lit.classList.add("shown-now");
    words.textContent = steps[at].words;
    of.textContent = `${at + 1} of ${steps.length}`;
    back.hidden = !steps.slice(0, at).some(found);
    on.textContent = steps.slice(at + 1).some(found) ? "Next" : "Done";
    end.textContent = "Enough";
    lit.scrollIntoView({ block: lit.offsetHeight > innerHeight / 2 ? "start" : "center", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
  };
  const stop = () => {
    dark();
    at = -1;
    strip.hidden = true;
    keep("ended");
  };
  on.addEventListener("click", () => show(at + 1, 1));
  back.addEventListener("click", () => show(at - 1, -1));
  end.addEventListener("click", stop);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !strip.hidden && !document.querySelector("dialog[open]")) stop();
  });
  // News may have put another piece in the place of what is shown.
  document.addEventListener("htmx:afterSwap", () => { if (at >= 0 && !lit?.isConnected) show(at, 1); });

  const asked = new URLSearchParams(location.search).has("show");
  if (!asked && known()) return;
  strip.hidden = false;
  if (!asked) return;
  document.addEventListener("DOMContentLoaded", () => { // the things that it shows stand below it
    show(0, 1);
    on.focus({ preventScroll: true });
  });
})();
