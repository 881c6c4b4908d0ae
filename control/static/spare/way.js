// The way to the spare: when this laptop does not answer for some seconds and the spare does, the page goes there, to
// the same address, signed in as here. Where something is typed it only offers to. What waits to be sent comes along.
// A page that was opened before there was a spare is told of it, but may not ask there (its head says whom it may ask):
// it is loaded once more when nobody uses it, and until then it offers the way.
(() => {
  "use strict";
  const { spare: asked, way, ready, over, gone } = document.currentScript.dataset;
  let { spare, ticket } = document.currentScript.dataset;
  const LOST = 4000; // milliseconds without a stream until the spare is asked, as are all times here
  const SILENT = 25000; // without a word, on a stream that looks open
  const ASK = 2500;
  const UNUSED = 120000; // without a press or a key
  const SPREAD = 20000; // three hundred screens are not loaded at once
  const CARRIED = 60000; // letters that an address may have
  const { body } = document;
  const root = body.dataset.root ?? "";
  if (root) return; // a demo beside the game has no spare

  const kept = () => {
    const found = {};
    try {
      let room = CARRIED;
      for (const name of Object.keys(localStorage).filter((one) => /^(waiting|draft) /.test(one)).sort().reverse()) {
        const value = localStorage.getItem(name);
        // What was answered here need not be so there: only what still waits comes along.
        if (name.startsWith("waiting ") && !["waiting", "door"].includes(JSON.parse(value).state)) continue;
        room -= encodeURIComponent(value).length;
        if (room > 0) found[name] = value;
      }
    } catch { /* nothing was kept */ }
    return found;
  };
  const next = () => location.pathname + location.search;
  const to = () => (ticket ? `${spare}${over}#${new URLSearchParams({ ticket, next: next(), kept: JSON.stringify(kept()) })}` : spare + next());
  const went = (field) => ("checked" in field && /radio|checkbox/.test(field.type) ? field.checked !== field.defaultChecked
    : field.matches("input, textarea") && field.type !== "hidden" && field.value !== field.defaultValue);
  const inUse = () => "answered" in body.dataset || [...document.forms].some((form) => [...form.elements].some(went))
    || document.querySelector("dialog[open]:not(#keys)") || window.sending?.unkept?.();

  let pressed = -Infinity;
  for (const what of ["pointerdown", "keydown"]) document.addEventListener(what, () => { pressed = performance.now(); });
  let at = 0; // when it is loaded once more, if it is to be
  let again; // it asks once at a time, however often the stream was opened anew
  const learn = async () => {
    clearTimeout(again);
    try {
      const found = await (await contact.within(SILENT, (signal) => fetch(way, { cache: "no-store", signal }))).json();
      if (found.spare) ({ spare, ticket } = found);
      at = spare && spare !== asked ? performance.now() + SPREAD * Math.random() : 0;
    } catch { // a hidden screen is told nothing
      clearTimeout(again);
      again = setTimeout(learn, LOST);
    }
  };
  contact.on("spare", () => setTimeout(learn, Math.random() * ASK));
  let opened = false;
  contact.on("open", () => { // whoever was not listening when it joined
    if (opened && !spare) learn();
    opened = true;
  });
  const anew = () => {
    if (!at || performance.now() < at || performance.now() - pressed < UNUSED || !contact.live() || inUse()) return;
    at = 0;
    location.reload();
  };

  let offer;
  const offerIt = (words) => {
    if (!offer) {
      offer = document.createElement("div");
      offer.className = "to-spare";
      offer.setAttribute("role", "alert");
      offer.append(document.createElement("p"), Object.assign(document.createElement("a"), { className: "button main", textContent: "Go there" }));
      offer.lastChild.addEventListener("click", () => { offer.lastChild.href = to(); });
      body.append(offer);
    }
    offer.firstChild.textContent = words;
    offer.lastChild.href = to();
    offer.hidden = false;
  };
  const answers = async () => {
    try {
      return (await contact.within(ASK, (signal) => fetch(spare + ready, { cache: "no-store", credentials: "omit", signal }))).ok;
    } catch {
      return false; // nobody is there yet, or its certificate is not trusted here yet
    }
  };
  const lost = () => contact.broken() > LOST || contact.silent().steady > SILENT;
  const secure = () => spare.startsWith("https:");
  let busy = false;
  const look = async () => {
    if (busy || document.hidden || !spare) return;
    const cut = lost();
    if (!cut && gone === undefined) {
      if (offer) offer.hidden = true;
      return anew();
    }
    busy = true;
    try {
      if (spare === asked && await answers()) {
        if (!inUse()) return location.replace(to());
        offerIt("The game goes on at the second laptop. What you typed here and did not send comes along where it may.");
      } else if ((secure() || spare !== asked) && Math.max(contact.broken(), contact.silent().steady) > SILENT) {
        offerIt("This laptop does not answer. If Game Control says that the second one has taken over, go there.");
      }
    } finally {
      busy = false;
    }
  };
  setInterval(look, 1000);
})();
