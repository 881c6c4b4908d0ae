// A clan's page: what a booking would leave, as it is tapped or typed; plus and minus for troops.
(() => {
  "use strict";
  const form = document.querySelector("form[data-has]");
  if (!form) return;
  const leaves = document.getElementById("leaves");
  const whole = (text) => (/^\s*\d{1,5}\s*$/.test(text) ? Number(text) : NaN);
  const say = (cost, enough = "leaves ", short = "") => {
    const left = Number(form.dataset.has) - cost;
    leaves.classList.toggle("short", left < 0);
    return left < 0 ? `${short}${-left} too many` : `${enough}${left}`;
  };

  // What a colleague books meanwhile is taken into account.
  document.body.addEventListener("htmx:afterSwap", (event) => {
    const purse = event.target.querySelector?.("[data-purse]");
    if (!purse) return;
    const has = Number(form.dataset.has = purse.dataset.purse);
    document.getElementById("has").textContent = has;
    document.getElementById("split").textContent = purse.dataset.split;
    for (const one of form.querySelectorAll(".amount input")) {
      const cost = Math.ceil(Number(one.value) / Number(form.dataset.each));
      const short = !form.dataset.in && has < cost;
      one.disabled = short && !form.dataset.forces && !one.checked; // what is chosen is refused in words
      one.parentNode.querySelector("small").textContent = form.dataset.in ? `makes ${has + cost}` : short ? "not there" : `leaves ${has - cost}`;
    }
    if (!purse.textContent) purse.remove(); // nothing is booked, or it was taken back
    show();
  });

  const typed = form.elements.typed;
  const counts = [...form.querySelectorAll(".stepper input")];

  function show() {
    if (typed) {
      const number = whole(typed.value);
      if (!typed.value.trim()) leaves.textContent = "";
      else if (Number.isNaN(number)) leaves.textContent = "a whole number";
      else if (form.dataset.in) leaves.textContent = `makes ${Number(form.dataset.has) + number}`;
      else leaves.textContent = say(Math.ceil(number / Number(form.dataset.each)));
      return;
    }
    const numbers = counts.map((input) => whole(input.value || "0") || 0);
    const clad = form.elements.uniforms.checked ? Number(form.dataset.clad) : 0;
    const sum = numbers.reduce((all, one) => all + one, 0);
    const cost = sum * Number(form.dataset.cost) + (clad ? Math.ceil(sum / clad) : 0);
    const words = sum === 1 ? ["counter costs", "leaves"] : ["counters cost", "leave"];
    leaves.textContent = sum ? `${sum} ${words[0]} ${cost}${say(cost, ` and ${words[1]} `, ", ")}` : "";
  }

  if (typed) {
    typed.addEventListener("input", () => {
      if (typed.value.trim()) for (const one of form.querySelectorAll(".amount input")) one.checked = false;
      show();
    });
    form.addEventListener("change", (event) => {
      if (!event.target.closest(".amount")) return;
      typed.value = "";
      show();
    });
  } else {
    for (const button of form.querySelectorAll(".step")) {
      button.hidden = false;
      button.addEventListener("click", () => {
        const input = button.parentElement.querySelector("input");
        const number = (whole(input.value || "0") || 0) + Number(button.dataset.step);
        input.value = Math.max(0, Math.min(number, Number(input.dataset.left)));
        window.sending?.typed(form); // a draft, as what is typed there
        show();
      });
    }
    form.addEventListener("input", show);
    form.addEventListener("change", show);
    for (const input of counts) input.addEventListener("focus", () => input.select());
  }
  show();
})();
