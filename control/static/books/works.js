// What a work would leave: of a public building while its points are typed, of all once a colleague has booked something.
// Without this the page only says what there was when it was opened.
(() => {
  "use strict";
  const said = (left) => (left < 0 ? `${-left} too few` : `leaves ${left}`);

  function typed(shown) {
    const field = document.getElementById(shown.dataset.for);
    const points = /^\s*\d+\s*$/.test(field.value) ? Number(field.value) : null;
    shown.textContent = points === null ? `of ${shown.dataset.has}` : said(Number(shown.dataset.has) - points);
  }

  document.addEventListener("input", (event) => {
    const shown = event.target.form && event.target.form.querySelector("[data-has]");
    if (shown && event.target.id === shown.dataset.for) typed(shown);
  });

  document.body.addEventListener("htmx:afterSwap", (event) => {
    const purse = event.target.querySelector?.("[data-purse]");
    if (!purse) return;
    const has = purse.dataset.purse;
    document.getElementById("has").textContent = `${has} ${has === "1" ? "point" : "points"}`;
    for (const one of document.querySelectorAll("[data-costs]")) one.textContent = said(Number(has) - Number(one.dataset.costs));
    for (const one of document.querySelectorAll("[data-has]")) {
      one.dataset.has = has;
      typed(one);
    }
  });
})();
