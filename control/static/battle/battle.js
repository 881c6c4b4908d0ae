// The battle page: faces by key, a die that tumbles to the face that was rolled, and a running sum of shared losses.
(() => {
  "use strict";
  const TUMBLE = 1000; // milliseconds, the animation in battle.css
  const FACE = 90; // milliseconds that a face shows while the die tumbles
  const fight = document.getElementById("fight");

  // Keys: 1 to 6 choose a face, 0 rolls here, Enter fights ------------------------------------------------------

  const EXCHANGED = ".htmx-swapping, .htmx-settling, .htmx-added"; // what had the focus has not got it back yet
  const keyboard = matchMedia("(hover: hover)").matches; // a phone has none
  for (const hint of document.querySelectorAll(".with-keys")) hint.hidden = !keyboard;
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input:not([type=radio], [type=checkbox]), select, textarea, dialog[open]");
    if (!fight || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^[0-6]$/.test(event.key)) {
      const face = fight.querySelector(`input[name=die][value="${event.key === "0" ? "" : event.key}"]`);
      if (!face) return;
      event.preventDefault();
      face.checked = true;
      face.focus();
    } else if (event.key === "Enter" && event.target === document.body && !document.querySelector(EXCHANGED)) {
      event.preventDefault();
      fight.querySelector(".fight-it").click(); // as with a finger: Safari before 16 has no requestSubmit
    }
  });

  // A page comes in pieces: tactics that were chosen before all of it was there, or that a browser put back in the form
  // when it was loaded anew, count as well.
  const chosen = () => [...(fight?.querySelectorAll(".tactic input, input.tactic") ?? [])].find((one) => one.checked && !one.defaultChecked);
  document.addEventListener("DOMContentLoaded", () => {
    setTimeout(() => chosen()?.dispatchEvent(new Event("change", { bubbles: true }))); // after htmx listens
  });

  // The die that tumbles ----------------------------------------------------------------------------------------

  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const wanted = () => localStorage.getItem("die stays still") !== "yes";
  const box = document.getElementById("tumble");
  if (box && !still) {
    box.closest("label").hidden = false;
    box.checked = wanted();
    box.addEventListener("change", () => localStorage.setItem("die stays still", box.checked ? "no" : "yes"));
  }
  fight?.addEventListener("submit", () => {
    sessionStorage.setItem("round sent", `${location.pathname} ${fight.elements.round.value}`);
  });
  const latest = document.getElementById("latest");
  const sent = sessionStorage.getItem("round sent");
  if (latest && matchMedia("(max-width: 60rem)").matches) latest.querySelector("details").open = false; // what is next stays near
  if (latest && sent === `${location.pathname} ${latest.dataset.round}`) {
    sessionStorage.removeItem("round sent");
    if (!still && wanted() && latest.dataset.rolled === "yes") {
      const die = latest.querySelector(".pips");
      const rolled = die.dataset.face; // the words beside it say so at once; only the eye is kept waiting
      const turn = setInterval(() => { die.dataset.face = 1 + (Number(die.dataset.face) + 1) % 6; }, FACE);
      latest.classList.add("tumbling");
      setTimeout(() => {
        clearInterval(turn);
        die.dataset.face = rolled;
        latest.classList.remove("tumbling");
      }, TUMBLE);
    }
  }

  // Shared losses: what the fields come to ----------------------------------------------------------------------

  for (const form of document.querySelectorAll("form.share")) {
    const sum = form.querySelector(".sum");
    const add = () => {
      const fields = [...form.querySelectorAll("input[name^=share-]")];
      const total = fields.reduce((so_far, field) => so_far + (Number.parseInt(field.value, 10) || 0), 0);
      sum.querySelector("output").textContent = total;
      sum.classList.toggle("off", total !== Number(form.dataset.lost));
    };
    form.addEventListener("input", add);
    add();
  }
})();
