// The screen's own small manners: honest about being live, careful with what is in use, quick by keyboard.
(() => {
  "use strict";
  const STALE_AFTER = 25000; // milliseconds without a word from the server, whose heartbeat comes every ten seconds
  const BROKEN_AFTER = 5000; // a stream that comes back sooner than this was never cut off
  const live = document.getElementById("live");
  const words = live?.querySelector(".words");

  // What an answer refuses is said at its field: there the page opens, however far down that is. What is at none has
  // the focus itself, or a reader of screens would not hear of it: it is there when the page comes.
  if ("answered" in document.body.dataset) {
    const said = [...document.querySelectorAll("main .wrong[role='alert']")].find((one) => one.offsetParent);
    const before = said?.previousElementSibling;
    const tiles = said?.closest("fieldset") ?? (before?.matches(".tiles") ? before : null); // nothing of them is marked
    const field = document.querySelector("main [aria-invalid='true']") ?? tiles?.querySelector("input, select, textarea");
    if (said && !field) said.tabIndex = -1;
    (field ?? said)?.focus({ preventScroll: true });
    const box = said?.getBoundingClientRect();
    if (box && (box.top < 0 || box.bottom > innerHeight)) said.scrollIntoView({ block: "center" });
  }

  const forgetful = document.getElementById("no-cookies"); // a right code would only lead back to the door
  if (forgetful) forgetful.hidden = navigator.cookieEnabled;

  // Live or cut off -------------------------------------------------------------------------------------------

  const ways = { // on from a page that is told nothing more
    door: () => ["Signed out.", "Sign in", `${live.dataset.door}?next=${encodeURIComponent(location.pathname + location.search)}`],
    gone: () => ["Game gone.", "All games", `${document.body.dataset.root.replace(/\/g\/[^/]+$/, "")}/`],
  };
  const show = () => {
    const shut = contact.shut();
    const cutOff = shut || contact.silent().wall > STALE_AFTER || contact.broken() > BROKEN_AFTER;
    if (!contact.opened() && !cutOff) return;
    const [said, leads, to] = shut ? ways[shut]() : [cutOff ? `Cut off. As of ${contact.clock(contact.heard())}` : "Live"];
    live.classList.toggle("cut-off", Boolean(cutOff));
    live.classList.toggle("on", !cutOff);
    if (words.textContent === (leads ? `${said} ${leads}` : said)) return;
    words.textContent = leads ? `${said} ` : said;
    if (leads) words.append(Object.assign(document.createElement("a"), { href: to, textContent: leads }));
  };
  if (live) {
    contact.on("open journal heartbeat shut", show);
    setInterval(show, 1000);
  }

  // What is in use stays as it is -----------------------------------------------------------------------------

  const fingers = new Set(); // on the screen now: between press and release nothing may move under them
  let pressing = false;
  const waiting = new Set();
  const pageAt = document.body.dataset.journal;
  const BREATH = 400; // milliseconds between two fetches of a part, if it says nothing else (data-breath)

  // A part with forms (data-until-begun) follows as long as nobody has begun with one: then it stays, and says that there
  // is news. Who changed a field has begun, and who holds the mouse over it may be about to. A finger says nothing before
  // it taps: where nothing can be held over the part it follows, but other forms than stood there take no tap until they
  // have been seen (new-forms in room.css), for he must not meet another button than he meant.
  const noHover = matchMedia("(hover: none)").matches;
  const changed = (field) => field.type === "checkbox" || field.type === "radio" ? field.checked !== field.defaultChecked
    : field.matches("select") ? field.selectedIndex !== Math.max(0, [...field.options].findIndex((one) => one.defaultSelected))
    : field.type !== "hidden" && field.value !== field.defaultValue;
  const begun = (part) => Boolean(part.querySelector("[data-begun]"))
    || [...part.querySelectorAll("input, select, textarea")].some((field) => field === document.activeElement || changed(field));
  const stays = (part) => (!noHover && part.matches(":hover")) || begun(part);
  const leftAlone = (part, toldInstead) => {
    const forms = part.closest("[data-until-begun]");
    return forms && (part === forms ? begun(forms) : !(toldInstead ? stays : begun)(forms));
  };
  const other = (part, answer) => { // whether it brings forms that stand on something else than those here, or on nothing
    const mark = new DOMParser().parseFromString(answer, "text/html").getElementById(part.id)?.dataset.untilBegun;
    return mark !== undefined && mark !== part.dataset.untilBegun;
  };
  const SEEN = 1000; // milliseconds until whoever was about to tap has seen that something else stands there
  let unseenYet = 0;
  const lookFirst = () => {
    document.body.classList.add("new-forms");
    clearTimeout(unseenYet);
    unseenYet = setTimeout(() => document.body.classList.remove("new-forms"), SEEN);
  };
  const toldInstead = (part) => {
    part.dataset.at = ""; // not shown yet
    part.querySelector(".news .words")?.dispatchEvent(new CustomEvent("sse:journal", { detail: {} })); // no bubble: the part asked not
  };

  // Every stream begins by saying where the journal is; a part that shows that already is not fetched again.
  document.body.addEventListener("htmx:beforeRequest", (event) => {
    const part = event.detail.elt;
    const news = event.detail.requestConfig.triggeringEvent;
    if (news?.type !== "sse:journal") return;
    if (leftAlone(part, !news.detail.data)) {
      event.preventDefault();
      if (!news.detail.data) toldInstead(part); // the word has gone by, and its own words did not hear it
    }
    if (event.defaultPrevented || !news.detail.data) return;
    if (news.detail.data === (part.dataset.at ?? pageAt)) event.preventDefault();
    part.dataset.at = news.detail.data;
    if (event.defaultPrevented) return;
    const breath = Number(part.dataset.breath ?? BREATH);
    const soon = (part.fetched ?? -breath) + breath - performance.now();
    if (soon > 0) { // twenty umpires act: what comes within so long is fetched together
      event.preventDefault();
      part.later ??= setTimeout(() => { part.later = null; again(part); }, soon);
    } else {
      part.fetched = performance.now();
    }
  });
  const again = (part) => {
    part.fetched = performance.now();
    part.dataset.at = contact.journal();
    htmx.trigger(part, "sse:journal");
  };
  // A part that takes the place of the one that asked for it has not heard what came while it was on its way.
  document.body.addEventListener("htmx:afterSettle", ({ target: came, detail }) => {
    const asked = detail.requestConfig?.elt;
    if (!asked || asked.isConnected || !came.matches("[hx-trigger='sse:journal']")) return;
    if (asked.dataset.at === contact.journal()) came.dataset.at = contact.journal();
    else again(came);
  });
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    const part = event.detail.elt;
    if (pressing && part.matches("[hx-trigger='sse:journal']")) {
      event.detail.shouldSwap = false;
      waiting.add(part);
    } else if (part.matches("[data-until-begun]") && (begun(part) || (stays(part) && other(part, event.detail.serverResponse)))) {
      event.detail.shouldSwap = false;
      toldInstead(part);
    } else if (noHover && part.matches("[hx-select]") && other(part, event.detail.serverResponse)) {
      lookFirst();
    }
  });
  const byId = (id) => document.getElementById(id);
  // What had the focus comes back by its id. What has none is known by what it does, and among several that do the same
  // by the words of its row; if it is gone, the keyboard stays with the part, not at the page's top.
  const unseen = (form) => [...(form?.elements ?? [])].filter((field) => field.type === "hidden" && field.name !== "key");
  const does = (one) => [
    one.localName, one.getAttribute("href") ?? one.form?.getAttribute("action") ?? one.closest("details")?.id,
    one.name, one.value, ...unseen(one.form).map((field) => field.value),
  ].join("|");
  const around = (one) => one.closest("li, tr, form, section, details")?.textContent;
  const alike = (part, what) => reached(part).filter((one) => visible(one) && does(one) === what);
  document.body.addEventListener("htmx:beforeSwap", ({ detail: { target } }) => {
    const at = document.activeElement;
    target.held = target.contains(at) && { what: does(at), row: around(at), nth: alike(target, does(at)).indexOf(at) };
  });
  document.body.addEventListener("htmx:afterSettle", ({ detail: { target } }) => {
    const held = target?.held;
    if (!held) return;
    target.held = null;
    if (document.activeElement !== document.body) return;
    const part = byId(target.id) ?? target;
    const same = alike(part, held.what);
    const place = same.find((one) => around(one) === held.row) ?? same[held.nth] ?? part;
    if (place === part) part.tabIndex = -1;
    place.focus({ preventScroll: true });
  });
  // What is read aloud is read once: with each act of anybody it comes again, and is put in if it says something else.
  const isReadAloud = (part) => {
    if (part.matches("[aria-live]")) return !part.querySelector("a, form"); // which may lead elsewhere with the same words
    return part.childElementCount === 1 && part.firstElementChild.matches("[role='alert'], [role='status']");
  };
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    const part = event.detail.elt;
    if (!part.matches("[hx-trigger^='sse:journal'], [hx-trigger^='every']") || !isReadAloud(part)) return;
    const came = new DOMParser().parseFromString(event.detail.serverResponse, "text/html").body;
    const words = (one) => one.textContent.replace(/\s+/g, " ").trim();
    if (words(came) === words(part)) event.detail.shouldSwap = false;
  });
  document.body.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
    const { target, fragment } = detail;
    if (target.matches("[aria-live], [role='status']") && target.innerHTML.trim() === fragment.innerHTML?.trim()) detail.shouldSwap = false;
  });
  // What somebody has unfolded stays so, and how far he moved its table.
  const folds = (part) => [...part.querySelectorAll("details[id]")];
  const wide = (fold) => fold.querySelector(".wide");
  document.body.addEventListener("htmx:beforeSwap", ({ detail: { target } }) => {
    target.unfolded = new Map(folds(target).map((one) => [one.id, [one.open, wide(one)?.scrollLeft]]));
  });
  document.body.addEventListener("htmx:afterSwap", ({ detail: { target } }) => {
    const before = target?.unfolded;
    if (before) for (const one of folds(byId(target.id) ?? target)) {
      const [open, moved] = before.get(one.id) ?? [one.open];
      one.open = open;
      if (moved && wide(one)) wide(one).scrollLeft = moved;
    }
  });
  // And what he reads there stays where it is in the window: until it is unfolded again the part is shorter, and the
  // window would be moved.
  const spots = (part) => [...part.querySelectorAll("[id]")].map((one) => [one.id, one.getBoundingClientRect()]).filter(([, box]) => box.height);
  document.body.addEventListener("htmx:beforeSwap", ({ detail: { target } }) => {
    const all = folds(target).length ? spots(target) : [];
    target.read = all[0]?.[1].top < 0 && all.find(([, box]) => box.bottom > 0);
  });
  document.body.addEventListener("htmx:afterSwap", ({ detail: { target } }) => {
    if (!target?.read) return;
    const [id, { top }] = target.read;
    if (byId(id)) scrollBy(0, byId(id).getBoundingClientRect().top - top);
  });
  // A row that comes or goes moves all below it, and one may come over what stood there: where a button stands now in the
  // place of anything but itself, those of the part take no tap either until they have been seen (just-moved in room.css).
  const presses = (part) => [...part.querySelectorAll("form button")].map((one) => [one, one.getBoundingClientRect()]).filter(([, box]) => box.height);
  const overlap = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  const isLive = (part) => noHover && part.matches("[hx-trigger^='sse:journal']");
  document.body.addEventListener("htmx:beforeSwap", ({ detail: { elt, target } }) => {
    target.stood = isLive(elt) ? presses(target).map(([one, box]) => [does(one), box]) : null;
  });
  document.body.addEventListener("htmx:afterSwap", ({ detail: { target } }) => {
    if (!target?.stood) return;
    const part = byId(target.id) ?? target;
    const stays = ([one, box]) => {
      const before = target.stood.filter(([, then]) => overlap(box, then));
      return before.length && before.every(([did]) => did === does(one));
    };
    if (presses(part).every(stays)) return;
    part.classList.add("just-moved");
    clearTimeout(part.unseenYet);
    part.unseenYet = setTimeout(() => part.classList.remove("just-moved"), SEEN);
  });
  // Not fetched, so not shown: the next word from the server asks again, and be it that nothing is new.
  const lost = new Set();
  for (const failed of ["htmx:sendError", "htmx:responseError"]) {
    document.body.addEventListener(failed, ({ detail: { elt, xhr } }) => {
      elt.dataset.at = "";
      const mayPass = !xhr.status || xhr.status === 429 || xhr.status >= 500;
      if (mayPass && elt.matches("[hx-trigger^='sse:journal']")) lost.add(elt);
    });
  }
  contact.on("heartbeat", () => {
    const parts = [...lost].filter((part) => part.isConnected && !part.dataset.at);
    lost.clear();
    parts.forEach(again);
  });
  document.body.addEventListener("htmx:timeout", ({ detail: { elt } }) => {
    if (elt.matches("[hx-trigger^='sse:journal']")) again(elt); // asked on a connection that had died
  });
  const release = () => {
    pressing = false;
    waiting.forEach(again);
    waiting.clear();
  };
  document.addEventListener("pointerdown", (event) => {
    if (event.isPrimary) fingers.clear(); // the first one has no other beside it: of those before it nothing was heard
    fingers.add(event.pointerId);
    pressing = true;
  });
  const lift = ({ pointerId }, wait) => {
    fingers.delete(pointerId);
    setTimeout(() => { if (!fingers.size) release(); }, wait);
  };
  for (const [lifted, wait] of [["pointerup", 300], ["pointercancel", 0]]) {
    document.addEventListener(lifted, (event) => lift(event, wait));
  }
  // A menu of the browser, or the list of a field, takes the release of the mouse for itself: that it is not pressed any
  // more is known when it moves.
  document.addEventListener("pointermove", (event) => { if (!event.buttons && fingers.has(event.pointerId)) lift(event, 0); });

  // Long lists -----------------------------------------------------------------------------------------------

  // A part that did not come says so, and comes when its button is pressed again.
  const restOf = ({ detail: { elt } }) => (elt.matches?.(".rest .next") ? elt.closest(".rest") : null);
  for (const failed of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
    document.body.addEventListener(failed, (event) => restOf(event)?.querySelector(".wrong")?.removeAttribute("hidden"));
  }
  // Whoever pressed the button goes on in the rows that came; and the page's address says how far the list stands, so
  // that whoever comes back to it finds his place.
  let stepped = false;
  document.body.addEventListener("htmx:beforeRequest", (event) => {
    const rest = restOf(event);
    if (!rest) return;
    rest.querySelector(".wrong").hidden = true;
    stepped = document.activeElement === event.detail.elt;
  });
  const remember = (until) => {
    const here = new URL(location.href);
    here.searchParams.set(until.name, until.value);
    history.replaceState(history.state, "", here);
  };
  document.body.addEventListener("htmx:afterSettle", (event) => {
    const came = event.detail.elt;
    if (!came.matches?.("[data-came]")) return;
    const until = came.parentElement.querySelector(".rest [data-until]");
    if (until) remember(until);
    if (stepped) came.querySelector("a, button, input:not([type=hidden])")?.focus({ preventScroll: true });
    stepped = false;
  });
  // Paper has all of it, however it came to be printed: what is missing is fetched before. Where it cannot be, the
  // sheet says how much it lacks.
  window.addEventListener("beforeprint", () => {
    for (const rest of document.querySelectorAll(".rest[data-rest]")) {
      const ask = new XMLHttpRequest();
      try {
        ask.open("GET", rest.dataset.rest, false); // the browser waits for nobody else
        ask.setRequestHeader("HX-Request", "true");
        ask.send();
      } catch {
        continue;
      }
      if (ask.status !== 200 || !ask.responseText.includes("data-came")) continue;
      const holder = rest.parentElement;
      rest.insertAdjacentHTML("afterend", ask.responseText);
      rest.remove();
      htmx.process(holder);
    }
  });

  // Safari before 15.4 does not say by which button a form is sent, and so for whom: it was the last one that was clicked,
  // also where Enter sends it, which the browser makes a click of.
  if (!("submitter" in (window.SubmitEvent ?? Event).prototype)) {
    let clicked = null;
    document.addEventListener("click", (event) => { clicked = event.target.closest?.("button:not([type=button], [type=reset])"); }, true);
    Object.defineProperty(Event.prototype, "submitter", {
      get() { return this.type === "submit" && clicked?.form === this.target ? clicked : null; },
    });
  }

  // What a form changes is sent once, however often its button is pressed.
  document.addEventListener("submit", (event) => {
    const how = event.submitter?.getAttribute("formmethod") ?? event.target.getAttribute("method");
    if (how?.toLowerCase() !== "post") return;
    if (event.target.dataset.sent) event.preventDefault();
    event.target.dataset.sent = "yes";
  });
  window.addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
  });

  // Who works by keyboard goes on where he was ----------------------------------------------------------------

  // The page that answers a form begins at what was pressed, at the form that comes again, or at what followed it
  // in that part of the page (a section with an id); if all that has gone, at the next step (or before all that may be
  // done next, where a second press of the same key does nothing), at what followed on the page, or at what was told. So
  // it does after what nobody presses twice in a row (data-once), such as the end of a season. With a finger nothing is
  // to be seen of this.
  const REACHED = "a[href], button, summary, select, textarea, input:not([type=hidden])";
  const main = document.getElementById("main");
  const reached = (where) => [...where.querySelectorAll(REACHED)];
  const filled = (form) => [...form.elements].filter((one) => one.matches(REACHED) && one.tabIndex >= 0); // not a link to the book, nor what only Enter presses
  // (Safari before 17.4 cannot be asked for it.)
  const visible = (one) => one && (one.checkVisibility?.() ?? one.getClientRects().length > 0) && !one.disabled;
  document.addEventListener("submit", (event) => {
    const at = document.activeElement;
    const form = event.target;
    if (!form.matches("[method=post]") || !main?.contains(at) || !at.matches(":focus-visible")) return;
    const after = (one) => one === at || at.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING;
    const once = event.submitter?.matches("[data-once]");
    const follow = (where) => once || at.closest(".told") ? [] : reached(where).filter((one) => one.id && after(one)).map((one) => one.id);
    const near = follow(at.closest("section[id]") ?? main), far = follow(main);
    try {
      sessionStorage.setItem("keyboard", JSON.stringify({ near, far, action: !once && filled(form)[1] && form.getAttribute("action") }));
    } catch { /* then he begins at the top */ }
  });
  const goOn = ({ near, far, action }) => {
    const told = main.querySelector(".told");
    if (!told || document.activeElement !== document.body || location.hash) return;
    const again = action && [...main.querySelectorAll("form")].find((form) => form.getAttribute("action") === action);
    const [[same, ...next], beyond] = [near, far].map((ids) => ids.map((id) => document.getElementById(id)));
    const step = main.querySelector(".next-step, [data-next-step]");
    const place = [same, ...(again ? filled(again) : []), ...next, step, ...beyond].find(visible) ?? told;
    if (!place.matches(REACHED)) place.tabIndex = -1;
    place.focus({ preventScroll: true });
    place.scrollIntoView({ block: "nearest" });
  };
  try {
    const pressed = sessionStorage.getItem("keyboard");
    sessionStorage.removeItem("keyboard");
    if (pressed && main) goOn(JSON.parse(pressed));
  } catch { /* nothing is known of where he was */ }
  // What was told is there when the page comes, and a reader of screens says only what comes later.
  const said = main?.querySelector(".told > p");
  if (said && !said.parentNode.matches(":focus")) setTimeout(() => said.replaceWith(said.cloneNode(true)), 500);
  // A key that is held down presses once: what has the focus by then is something else.
  document.addEventListener("keydown", (event) => {
    if (event.repeat && event.key === "Enter" && !event.target.matches("textarea")) event.preventDefault();
  });

  // Keys and flags --------------------------------------------------------------------------------------------

  const keys = document.getElementById("keys");
  const help = document.getElementById("help");
  if (keys && help) {
    help.hidden = false;
    help.addEventListener("click", () => keys.showModal());
  }
  // A menu closes when something else is meant, and when the keyboard has gone on: what it would cover has the focus now.
  const menus = () => document.querySelectorAll("details.menu[open]");
  for (const kind of ["click", "focusin"]) document.addEventListener(kind, (event) => {
    for (const menu of menus()) if (!menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of menus()) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });
  // From the box that finds, arrows go to what it found and back; Esc folds that away.
  document.querySelector("form.code")?.addEventListener("keydown", (event) => {
    const [box, found] = [byId("code-box"), event.currentTarget.querySelector(".found")];
    const stops = [box, ...(found?.querySelectorAll("a") ?? [])];
    const at = stops.indexOf(event.target);
    const to = { ArrowDown: stops[at + 1], ArrowUp: stops[at - 1], Escape: stops.length > 1 && box }[event.key];
    if (at < 0 || !to) return;
    event.preventDefault();
    to.focus();
    if (event.key === "Escape") found.replaceChildren();
  });

  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input:not([type=radio], [type=checkbox]), select, textarea");
    if (typing || keys?.open || event.ctrlKey || event.metaKey || event.altKey) return;
    const box = document.getElementById("code-box");
    if (event.key === "/" && box) {
      event.preventDefault();
      box.focus();
      box.select();
    } else if (event.key === "?" && keys) {
      event.preventDefault();
      keys.showModal();
    }
  });
})();
