// What a public building would leave, while its points are typed. Without this the page only says what there is.
"use strict";
document.addEventListener("input", (event) => {
  const shown = event.target.form && event.target.form.querySelector("[data-has]");
  if (!shown || event.target.id !== shown.dataset.for) return;
  const points = /^\s*\d+\s*$/.test(event.target.value) ? Number(event.target.value) : null;
  const left = Number(shown.dataset.has) - points;
  shown.textContent = points === null ? `of ${shown.dataset.has}` : left < 0 ? `${-left} too few` : `leaves ${left}`;
});
