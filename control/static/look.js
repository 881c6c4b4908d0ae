// How the desk looks on this device, by day or dark: set before anything is painted, kept in this browser, the same in all
// of its windows. The screens on the walls do not ask.
(() => {
  "use strict";
  const KEPT = "dark-desk";
  const html = document.documentElement;
  let dark = false;
  try {
    dark = localStorage.getItem(KEPT) === "yes";
  } catch {
    // remembered until the page is left
  }
  const show = () => {
    html.classList.toggle("dark-desk", dark);
    const button = document.getElementById("dark-desk");
    button?.setAttribute("aria-pressed", String(dark));
    if (button) button.hidden = false;
  };
  show();
  document.addEventListener("DOMContentLoaded", show);
  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("#dark-desk")) return;
    dark = !dark;
    try {
      localStorage.setItem(KEPT, dark ? "yes" : "no");
    } catch {
      // as above
    }
    show();
  });
  window.addEventListener("storage", (event) => {
    if (event.key !== KEPT) return;
    dark = event.newValue === "yes";
    show();
  });
})();
