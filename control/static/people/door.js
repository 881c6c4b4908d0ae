// The door: news of other umpires' taps never takes away what one's own tap has just brought.
(() => {
  "use strict";
  let tapping = 0; // taps that are on their way
  let turn = 0; // counts them: a list that was asked for before the last one is old
  let missed = false;
  const again = () => {
    const list = document.getElementById("door");
    delete list.dataset.at;
    htmx.trigger(list, "sse:journal");
  };
  const tapped = () => {
    tapping -= 1;
    turn += 1;
    if (tapping || !missed) return;
    missed = false;
    setTimeout(again, 50);
  };
  document.body.addEventListener("htmx:beforeRequest", (event) => {
    const { elt, xhr } = event.detail;
    if (elt.closest("#door form")) {
      tapping += 1;
      xhr.tap = true;
      xhr.addEventListener("loadend", tapped);
    } else if (elt.id === "door") {
      xhr.turn = turn;
      if (!tapping) return;
      event.preventDefault();
      missed = true;
    }
  });
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr, isError } = event.detail;
    if (xhr.tap && !isError && xhr.status !== 204) event.detail.shouldSwap = true; // the finger is up: this is what it asked for
    if (xhr.turn === undefined || (xhr.turn === turn && !tapping)) return;
    event.detail.shouldSwap = false;
    if (tapping) missed = true;
    else setTimeout(again, 50);
  });
})();
