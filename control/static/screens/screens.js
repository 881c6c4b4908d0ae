// A screen on the wall: what Game Control has it show, in turns. It says of what time it is, by the server's clock, and
// in words when it is cut off; and it comes back by itself after a restart of the server, a cut network, a night's sleep.
(() => {
  "use strict";
  const ASK_EVERY = 5000; // milliseconds, as are all times here
  const PATIENCE = 4000; // with an answer
  const CUT_AFTER = 9000; // without an answer for so long, it is said
  const LONG = 600000; // cut off for so long: the whole page is fetched anew
  const STILL = 3000; // the pointer goes when it has not moved

  const { body } = document;
  const root = document.querySelector("[data-contact][data-now]"); // where the page says what to ask, and how old it is
  const find = (what) => document.querySelector(`[data-${what}]`);
  const asOf = find("as-of");
  const cutOff = find("cut-off");
  const write = (part, words) => { if (part.textContent !== words) part.textContent = words; };

  // What it shows, in turns ----------------------------------------------------------------------------------

  const slides = document.getElementById("slides");
  const turn = find("turn");
  const motion = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  let shows = slides ? slides.dataset.shows.split(" ") : [];
  let seconds = Number(root.dataset.seconds);
  let journal = Number(root.dataset.journal);
  let here = 0;
  let timer;
  const drawn = new Map(); // view: the text it was made of

  const all = () => [...slides.children];
  const put = (spot) => {
    const every = all();
    here = every.length ? spot % every.length : 0;
    every.forEach((slide, number) => {
      slide.classList.toggle("on", number === here);
      slide.inert = number !== here;
    });
    clearTimeout(timer);
    const alone = every.length < 2;
    turn.hidden = alone;
    if (alone) return;
    timer = setTimeout(() => put(here + 1), seconds * 1000);
    const line = turn.firstElementChild;
    line.getAnimations().forEach((one) => one.cancel());
    if (motion) line.animate([{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], seconds * 1000);
  };

  const fetched = (address) => contact.within(PATIENCE, async (signal) => {
    const answer = await fetch(address, { signal, cache: "no-cache" });
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.text();
  });
  const made = (text) => {
    const box = document.createElement("template");
    box.innerHTML = text;
    return [...box.content.children];
  };
  const addressOf = (view) => root.dataset.view + view + location.search; // where it says which way the map lies
  // The slides of a view that has changed take the places of those before them; nothing else moves.
  const renew = async (view) => {
    const old = all().filter((slide) => slide.dataset.view === view);
    if (old.some((slide) => "own" in slide.dataset)) return;
    const text = await fetched(addressOf(view));
    if (drawn.get(view) === text) return;
    drawn.set(view, text);
    const current = all()[here];
    const fresh = made(text);
    const spot = old.indexOf(current);
    fresh.forEach((slide, number) => {
      const before = old[number];
      if (!before) return;
      before.replaceChildren(...slide.childNodes);
      before.className = `${slide.className}${before === current ? " on" : ""}`;
    });
    old.slice(fresh.length).forEach((slide) => slide.remove());
    if (fresh.length > old.length) old.at(-1).after(...fresh.slice(old.length));
    document.dispatchEvent(new Event("screen:shown")); // the clock puts its time in
    if (fresh.length === old.length) return;
    if (spot >= fresh.length) return put(all().indexOf(old[0]));
    const still = all().indexOf(current);
    if (all().length < 2 || old.length + all().length - fresh.length < 2) return put(still);
    here = still;
    all().forEach((slide) => { slide.inert = slide !== current; });
  };
  // Pointed at something else: nothing is taken away before all of it is here, and what is there already stays.
  const point = async (wanted) => {
    const kept = new Map(shows.map((view) => [view, all().filter((slide) => slide.dataset.view === view)]));
    const current = all()[here];
    const sets = await Promise.all(wanted.map(async (view) => {
      if (kept.has(view)) return kept.get(view);
      const text = await fetched(addressOf(view));
      drawn.set(view, text);
      return made(text);
    }));
    for (const view of drawn.keys()) if (!wanted.includes(view)) drawn.delete(view);
    const every = sets.flat();
    const going = all().filter((slide) => !every.includes(slide));
    let spot = 0;
    for (const slide of every) {
      if (slides.children[spot] !== slide) slides.insertBefore(slide, slides.children[spot] ?? null);
      spot += 1;
    }
    going.forEach((slide) => slide.remove());
    shows = wanted;
    slides.dataset.shows = wanted.join(" ");
    put(Math.max(0, every.indexOf(current)));
  };

  // Its age ----------------------------------------------------------------------------------------------------

  let last = { day: "", at: asOf.textContent.replace(/^As of /, "") }; // when the server was last heard, by its clock
  let heard = [Date.now(), performance.now()]; // the same by the clocks of this device, neither of which is trusted
  let shown = 0; // cut off since, 0 if not
  let asking = false;
  let again = false;

  const silent = () => Math.max(Date.now() - heard[0], performance.now() - heard[1]);
  const say = () => {
    if (silent() < CUT_AFTER) return;
    const day = silent() > 12 * 3600e3 && last.day ? `${last.day} ` : "";
    shown ||= performance.now();
    write(cutOff, `No contact with the control room since ${day}${last.at.slice(0, 5)}; what you see may be out of date.`);
    cutOff.hidden = false;
  };
  const answered = (told) => {
    const away = silent();
    last = told;
    heard = [Date.now(), performance.now()];
    write(asOf, `As of ${told.at}`);
    if (told.version !== root.dataset.version || (shown && away > LONG)) return location.reload();
    if (!shown) return;
    shown = 0;
    cutOff.hidden = true;
  };
  // Only when everything shown is as the server has it, it is "as of" that time.
  const look = async () => {
    const told = JSON.parse(await fetched(root.dataset.now));
    if (slides && told.version === root.dataset.version) {
      if (!told.display) return location.reload(); // removed: the page says so, and which there are
      seconds = told.display.seconds;
      const pointed = told.display.shows.join(" ") !== shows.join(" ");
      if (pointed) await point(told.display.shows);
      if (told.journal !== journal || shown) await Promise.all(shows.map(renew));
      journal = told.journal;
    } else if ("unknown" in root.dataset && told.display) {
      return location.reload();
    }
    answered(told);
  };
  const ask = async () => {
    again = asking;
    if (asking) return;
    asking = true;
    try {
      await look();
    } catch {
      // asked again soon, and said when it lasts
    }
    asking = false;
    say();
    if (again) ask();
  };

  setInterval(say, 1000);
  setInterval(ask, ASK_EVERY);
  contact.on("wake", ask);
  if (root.dataset.live) {
    contact.on("journal", ask);
    contact.listen(root.dataset.live);
  }

  // On the wall ------------------------------------------------------------------------------------------------

  if (!slides) return;
  body.classList.add("turning");
  put(0);
  requestAnimationFrame(() => requestAnimationFrame(() => body.classList.add("moving")));
  const full = find("full");
  const fill = () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  full.hidden = !document.fullscreenEnabled;
  full.addEventListener("click", fill);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.toLowerCase() === "f") fill();
    else if (event.key === "ArrowRight") put(here + 1);
    else if (event.key === "ArrowLeft") put(here - 1 + all().length);
  });
  let still;
  document.addEventListener("pointermove", () => {
    body.classList.add("pointing");
    clearTimeout(still);
    still = setTimeout(() => body.classList.remove("pointing"), STILL);
  });
})();
