// The pad of honour: says what is being booked above the people, and knows the digits. Without it everything works too.
(() => {
  "use strict";
  const pad = document.getElementById("pad");
  const whom = document.getElementById("whom");
  if (!pad || !whom) return;
  const asked = whom.textContent;
  const say = () => {
    const chosen = pad.querySelector("input[name=reason]:checked");
    const tile = chosen?.closest("label");
    whom.textContent = tile ? `${tile.textContent.trim().replace(/\s+/g, " ")}: for whom?` : asked;
  };
  pad.addEventListener("change", say);
  pad.addEventListener("reset", () => setTimeout(say));
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) pad.reset(); // back to a pad that was used: the next incident begins anew
    say();
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.target.closest("input:not([type=radio]), select, textarea")) return;
    const reasons = pad.querySelectorAll("input[name=reason]");
    if (/^[1-9]$/.test(event.key) && reasons[event.key - 1]) {
      reasons[event.key - 1].focus();
      reasons[event.key - 1].checked = true;
      say();
    } else if (event.key === "Enter" && event.target.name === "reason" && pad.contains(event.target)) {
      event.preventDefault(); // it would press the first button, and for whom is not said yet
    } else if (event.key === "Escape" && pad.querySelector(":checked")) {
      pad.reset();
    }
  });
})();
