// Casting by keyboard: after a part was given, on to the next role that wants somebody; arrows between the rows.
(() => {
  "use strict";
  const rows = () => [...document.querySelectorAll(".role")].filter((row) => row.querySelector("input[name=player]"));
  const field = (row) => row?.querySelector("input[name=player]");

  const goOn = () => {
    const came = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!came?.matches(".role")) return;
    const all = rows();
    const at = all.indexOf(came);
    const next = [...all.slice(at + 1), ...all.slice(0, at)].find((row) => row.hasAttribute("data-wanted"));
    const to = next ?? came;
    field(to)?.focus({ preventScroll: true });
    to.scrollIntoView({ block: "center" });
  };
  window.addEventListener("load", () => setTimeout(goOn, 30)); // the browser itself goes to the address’s part first

  document.addEventListener("keydown", (event) => {
    if (!["ArrowDown", "ArrowUp"].includes(event.key) || event.target.matches("input, select")) return;
    const here = event.target.closest(".role");
    if (!here) return;
    const all = rows();
    const next = field(all[all.indexOf(here) + (event.key === "ArrowDown" ? 1 : -1)]);
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
  // A name that is there is typed over, not added to.
  document.addEventListener("focusin", (event) => {
    if (event.target.matches(".give input[name=player]")) event.target.select();
  });
})();
