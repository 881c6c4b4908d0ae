// The heartbeat of the copies: asked for again and again, and red by itself when no answer comes or none says "good".
(() => {
  "use strict";
  const ASK_EVERY = 15000; // milliseconds
  const PATIENCE = 10000; // milliseconds for an answer
  const SILENT_AFTER = 60000; // without an answer for so long, nobody knows whether copies are made
  const part = document.getElementById("heartbeat");
  if (!part) return;
  let heard = Date.now();
  let newest = part.firstElementChild?.dataset.newest;

  const stop = (why) => {
    const pulse = part.querySelector(".pulse");
    if (!pulse || pulse.dataset.said === why) return;
    pulse.className = "pulse stopped";
    pulse.dataset.state = "stopped";
    pulse.dataset.said = why;
    pulse.querySelector("strong").textContent = "Copies have stopped";
    let words = pulse.querySelector(".why");
    if (!words) {
      words = document.createElement("p");
      words.className = "why";
      pulse.querySelector(".verdict-of-copies").after(words);
    }
    words.textContent = why;
  };
  const look = () => {
    const pulse = part.querySelector(".pulse");
    if (!pulse || pulse.dataset.state === "none") return;
    const silent = Date.now() - heard;
    if (silent > SILENT_AFTER) {
      stop(`The server has not answered since ${contact.clock(heard)}, so nobody knows whether copies are made. Look at the laptop.`);
    } else if (pulse.dataset.lateIn && silent > Number(pulse.dataset.lateIn) * 1000) {
      stop("Entries have been in no copy for too long. Look at the laptop.");
    }
  };

  const fetched = (source) => contact.within(PATIENCE, async (signal) => {
    const answer = await fetch(source, { headers: { "HX-Request": "true" }, signal });
    if (!answer.ok || answer.redirected) throw new Error(answer.status);
    return answer.text();
  });
  const ask = async () => {
    try {
      const told = await fetched(part.dataset.source);
      heard = Date.now();
      const before = part.querySelector(".pulse")?.outerHTML.trim();
      if (told.trim() !== before) part.innerHTML = told;
      const now = part.querySelector(".pulse")?.dataset.newest;
      const list = document.getElementById("copies");
      if (list && now !== newest && !list.contains(document.activeElement)) {
        list.innerHTML = await fetched(list.dataset.source);
        newest = now;
      }
    } catch {
      // no answer: `look` counts the time
    }
    look();
  };
  setInterval(ask, ASK_EVERY);
  setInterval(look, 1000);
  contact.on("wake", ask);
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, select, textarea");
    if (typing || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const button = document.getElementById("make-copy");
    if (event.key === "c" && button) button.click();
  });
})();
