// A screen that hides what it shows: at once by a key or a tap, or left alone for some minutes. The page stays as it is
// under its cover, with all that was typed. What everybody in the hall sees is drawn there: who looks over a shoulder sees a map.
(() => {
  "use strict";
  const script = document.currentScript;
  const COVER = `${document.body?.dataset.root ?? ""}cover`;
  const minutes = Number(script.dataset.minutes ?? 0); // 0: only by hand
  const make = (tag, about, ...within) => {
    const made = Object.assign(document.createElement(tag), about);
    made.append(...within);
    return made;
  };
  const who = make("input", { id: "who-opens", className: "big", autocomplete: "off", autocapitalize: "none", spellcheck: false, required: true, maxLength: 60 });
  const wrong = make("p", { className: "wrong", role: "alert", hidden: true });
  const form = make("form", { className: "panel stack" },
    make("h2", {}, "Hidden"),
    make("label", { htmlFor: who.id }, "Your name, or the code of your desk"), who, wrong,
    make("button", { className: "main" }, "Open again"));
  const behind = make("div", { className: "behind" });
  const cover = make("dialog", { id: "screen-cover", ariaLabel: "This screen is hidden" }, behind, form);
  const button = document.getElementById("hide");
  const title = document.title;
  const fold = (words) => words.trim().replace(/\s+/g, " ").toLowerCase();
  const { within } = contact;
  const PATIENCE = 6000; // milliseconds for an answer
  let unsent = null; // what the server has not heard yet
  let brought = null; // Back brought this page as it was left, or it is being opened: the server has not said yet whose it is now

  // Other windows of this browser go along. What cannot be written down there is not needed here.
  const tell = (word) => { try { localStorage.setItem(COVER, `${word} ${Date.now()}`); } catch { /* this window alone */ } };
  window.addEventListener("storage", (event) => {
    if (event.key !== COVER) return;
    if (event.newValue?.startsWith("hide")) {
      brought = null; // an answer that is on its way says nothing any more
      show();
    } else if (cover.open) {
      if (unsent?.[0] === script.dataset.hide) unsent = null; // opened there before the server heard of it
      ask(event);
    }
  });

  const send = async (address, fields) => {
    const answer = await within(PATIENCE, (signal) => fetch(address, {
      method: "POST", body: new URLSearchParams(fields), headers: { "HX-Request": "true" }, signal,
    }));
    return answer;
  };
  const opened = () => {
    document.dispatchEvent(new Event("hiding:open")); // what waited behind the cover may go
    if (!unsent) contact.again(); // else once the server has heard it
  };
  const deliver = async () => {
    if (!unsent) return;
    const sent = unsent;
    try {
      const { ok, status } = await send(...sent);
      if (status >= 500 || status === 429) return; // as good as unheard
      if (unsent !== sent) return; // something else is wanted by now
      unsent = null;
      if (!ok) return;
      if (sent[0] === script.dataset.open) {
        tell("open");
        return opened();
      }
      tell("hidden");
      contact.again(); // what the server says to the desk it says here no more
    } catch { /* still away: again when it is back */ }
  };
  contact.on("open wake heartbeat", () => deliver().then(look));

  const refuse = (sentence) => {
    wrong.textContent = sentence;
    wrong.hidden = false;
  };
  const show = () => {
    if (cover.open) return;
    document.documentElement.classList.add("covered");
    document.title = "Map";
    who.value = "";
    wrong.hidden = true;
    document.body.append(cover);
    cover.showModal();
    if (script.dataset.cover && !behind.firstChild) {
      fetch(script.dataset.cover).then((answer) => (answer.ok ? answer.text() : "")).then((drawn) => { behind.innerHTML = drawn; }).catch(() => {});
    }
  };
  // A page that Back brings as it was left may be one that was hidden or signed out meanwhile: the server says, as soon
  // as it is there. Until then it stays under its cover, with what waits in it alone; nothing takes it away before that
  // is sent, and it opens for nobody but who filled that in. What answered a form is loaded anew as any page is: its
  // address is that of the page where the form stood.
  const look = async () => {
    const time = brought; // an answer of the time before says nothing of this one
    if (!time || unsent) return;
    try {
      const { signIn, name, desk, hidden } = await within(PATIENCE, async (signal) => (await fetch(script.dataset.hide, { headers: { "HX-Request": "true" }, cache: "no-store", signal })).json());
      if (brought !== time || unsent) return;
      const page = document.body.dataset;
      const waits = window.sending?.unkept();
      const his = signIn === page.signIn || (waits && name === page.umpire && desk === page.desk);
      if (his) brought = null;
      if (his && !hidden) return uncover();
      show();
      if (!his && waits && signIn) refuse("Somebody else filled in a form here that is not sent yet. This page opens for nobody else.");
      if (his || waits) return;
      location.reload();
    } catch { /* still away: again when it is back */ }
  };
  // So may one that somebody else opens, who has signed in since in another window: no cover goes before that is known.
  const ask = (event) => {
    brought = event;
    return look();
  };
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    show();
    ask(event);
  });
  const hide = () => {
    brought = null;
    show();
    tell("hide");
    unsent = [script.dataset.hide, {}];
    deliver();
  };
  const uncover = () => {
    if (!cover.open) return;
    document.documentElement.classList.remove("covered");
    document.title = title;
    cover.close();
    cover.remove();
    touched();
    opened();
    for (const part of document.querySelectorAll("[hx-trigger='sse:journal']")) {
      delete part.dataset.at;
      htmx.trigger(part, "sse:journal");
    }
  };

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    event.stopPropagation();
    const fields = { who: who.value };
    try {
      const answer = await send(script.dataset.open, fields);
      if (answer.ok) {
        unsent = null;
        tell("open");
        return ask(event); // the sign-in is open now; whether the page is his, too, is another question
      }
      refuse((await answer.json()).error);
    } catch {
      // The air is away. The name is on this page; a code only the server knows.
      if (fold(who.value) === fold(document.body.dataset.umpire)) {
        unsent = [script.dataset.open, fields];
        tell("open");
        brought = event; // whose it is now is asked as soon as the air is back
        return uncover();
      }
      refuse("The control room does not answer. Your name opens the screen all the same.");
    }
    who.select();
  });
  cover.addEventListener("cancel", (event) => event.preventDefault());
  cover.addEventListener("close", () => { // a second Esc, or Back on a phone, closes it without asking
    if (cover.isConnected && document.documentElement.classList.contains("covered") && !cover.open) cover.showModal();
  });

  button.hidden = false;
  button.addEventListener("pointerdown", hide); // a wet finger slides, and no click comes of it
  button.addEventListener("click", hide);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "F2") return;
    event.preventDefault();
    hide();
  });

  // Left alone
  let last = Date.now();
  const touched = () => { last = Date.now(); };
  if (minutes) {
    for (const sign of ["pointerdown", "keydown", "scroll", "input"]) document.addEventListener(sign, touched, { passive: true, capture: true });
    const look = () => { if (!cover.open && Date.now() - last > minutes * 60000) hide(); };
    setInterval(look, 1000);
    document.addEventListener("visibilitychange", look);
  }
})();
