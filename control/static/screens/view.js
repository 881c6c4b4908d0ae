// Which way the map lies: as the address says (?view=wide, ?view=upright). Without a word there the server sends the wide
// one; a window that is higher than that is sent on to the upright one before a drawing has been loaded.
(() => {
  "use strict";
  const here = new URL(window.location.href);
  if (here.searchParams.has("view") || !matchMedia("(max-aspect-ratio: 6/5)").matches) return;
  here.searchParams.set("view", "upright");
  window.location.replace(here);
})();
