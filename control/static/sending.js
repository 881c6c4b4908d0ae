// No tap is lost: every form is sent from here. The page stays until the server has answered; what could not be sent
// waits in a list that every page shows, is tried again under its own key (so it acts once), and then its answer or
// its refusal is shown. What was typed and not sent is kept as a draft. Without this file the forms work as forms do.
// Nothing here needs a service worker or crypto: a page of the hall comes over plain HTTP.
(() => {
  "use strict";
  const script = document.currentScript;
  const { body } = document;
  const { clock, within, PATIENCE } = contact;
  const PROBE = 3000; // milliseconds, as are all times here, for a word that the server is there
  const SLOW = 2500; // an answer that takes longer: the page says that the form is not sent yet
  const AGAIN = [1000, 2000, 4000, 8000, 15000]; // between two tries
  const SHOWN = 10000; // a good answer stays in the list for so long after it could be seen
  const HANDED = 20000; // to the browser, which shows a refusal; longer, and it never came
  const OLD = 48 * 3600e3; // nobody waits for longer
  const DRAFT_AFTER = 400; // after the last key
  const OUTLIVES = 32000; // characters of a draft that is sent on though its page is left: browsers refuse to send more than 64 kB so
  const desk = body.dataset.desk ?? "";
  const desks = JSON.parse(script.dataset.desks);
  const secretPage = "secret" in body.dataset;

  const random = () => Math.random().toString(36).slice(2, 10) + Date.now().toString(36);
  const attribute = (form, name) => form.getAttribute(name) ?? ""; // a field may have the name of a property
  const submit = (form) => HTMLFormElement.prototype.submit.call(form);
  const make = (tag, words = "", className = "") => Object.assign(document.createElement(tag), { textContent: words, className });
  const fold = (words) => (words ?? "").replace(/\s+/g, " ").trim();
  const lines = (form) => document.getElementById(form.dataset.lines) ?? form; // where it is said how a form stands

  // What this device remembers ---------------------------------------------------------------------------------

  const game = body.dataset.root ? `${body.dataset.root} ` : ""; // several games may be served at one address
  const disk = {
    get(name) {
      try { return JSON.parse(localStorage.getItem(game + name)); } catch { return null; }
    },
    put(name, value) {
      try {
        localStorage.setItem(game + name, JSON.stringify(value));
        return true;
      } catch {
        return false; // no room, or not allowed: kept in this page alone
      }
    },
    drop(name) {
      try { localStorage.removeItem(game + name); } catch { /* nothing was kept */ }
    },
    names(begin) {
      try { return Object.keys(localStorage).filter((name) => name.startsWith(game + begin)).map((name) => name.slice(game.length)); } catch { return []; }
    },
  };
  const tab = (() => {
    try { return (sessionStorage.tab ??= random()); } catch { return random(); }
  })();

  // The list ---------------------------------------------------------------------------------------------------

  const memory = new Map(); // what is never written to the device: forms of secret pages, files
  const formOf = new Map(); // key: the form on this page that was sent
  const place = (item) => `waiting ${item.key}`;
  const stored = () => disk.names("waiting ").map(disk.get).filter((item) => item?.key && Date.now() - item.since < OLD);
  const list = () => [...memory.values(), ...stored().filter((item) => item.desk === desk && !memory.has(item.key))]
    .sort((one, other) => one.since - other.since || one.turn - other.turn);
  const keep = (item) => {
    if (item.secret || item.native || !disk.put(place(item), item)) memory.set(item.key, item);
    else memory.delete(item.key);
  };
  const forget = (item) => {
    memory.delete(item.key);
    disk.drop(place(item));
  };
  // What somebody brought from another machine goes by itself under its own sign-in alone: a name stands in anybody's link.
  const mine = (item) => item.signIn === body.dataset.signIn || (!item.brought && (!item.desk || (item.name === body.dataset.umpire && item.desk === desk)));
  const waits = (item) => ["waiting", "door"].includes(item.state);

  // What an element says, less what explains it. Between a word and its hint stands no blank.
  const bare = (element, explains) => {
    const copy = element?.cloneNode(true);
    copy?.querySelectorAll(explains).forEach((one) => one.remove());
    return fold(copy?.textContent) || fold(element?.textContent);
  };
  // Words for a form: what its button says, under which heading, and what was filled in.
  const filled = (form) => {
    const said = [];
    for (const field of form.elements) {
      const label = field.closest("label");
      if (!field.name || field.type === "hidden" || field.disabled || said.length > 2) continue;
      if (["radio", "checkbox"].includes(field.type) ? field.checked && field.value : field.value && field.matches("input, textarea, select")) {
        const words = field.type === "radio" || field.type === "checkbox" ? (label?.querySelector(".with-hint > span")?.firstChild ?? label)?.textContent
          : field.matches("select") ? field.selectedOptions[0]?.textContent : field.type === "file" ? field.files[0]?.name : field.value;
        if (fold(words)) said.push(fold(words).slice(0, 40));
      }
    }
    return said.join(", ");
  };
  const inShort = (said) => (said.length > 60 ? `${said.slice(0, 59)}…` : said);
  const words = (form, button) => {
    const home = form.closest("article, section, .panel, li, tr, main") ?? form;
    const secret = "secret" in form.dataset; // the list stands on a page that others look at
    const about = secret ? null : document.getElementById(button?.getAttribute("aria-describedby") ?? ""); // of many buttons alike each says of what it is
    const heading = bare(about ?? form.querySelector("h2, h3, legend") ?? home.querySelector("h1, h2, h3") ?? document.querySelector("h1"), ".ruling");
    const pressed = button ?? form.querySelector("button:not([type=button])") ?? document.querySelector(`button[form="${form.id}"]`);
    const does = fold(pressed?.dataset.does) // of one that shows how something is, what it makes of it
      || fold(pressed?.getAttribute("aria-label")) || bare(pressed, "small, .hint, .ruling");
    const more = secret ? "" : filled(form);
    return `${does || "Form"}${heading && heading !== does ? ` · ${inShort(heading)}` : ""}${more ? `: ${more}` : ""}`;
  };
  const fields = (form, button) => {
    const all = [...new FormData(form)].filter(([, value]) => typeof value === "string");
    if (button?.name) all.push([button.name, button.value]);
    return all.map(([name, value]) => [name, value.replace(/\r\n?|\n/g, "\r\n")]);
  };
  let turn = 0;
  const itemOf = (form, button, more = {}) => ({
    key: form.elements.key?.value || random(), desk, name: body.dataset.umpire, signIn: body.dataset.signIn,
    action: attribute(form, "action") || location.pathname, fields: fields(form, button), words: words(form, button),
    page: location.pathname + location.search, // where it stands
    since: Date.now(), turn: turn += 1, state: "waiting", said: "", by: tab, till: 0, late: false,
    secret: secretForm(form), form: drafted(form) ? identity(form) : "", ...more, // what has no draft wipes no other’s
  });

  // Sending ----------------------------------------------------------------------------------------------------

  let fails = 0;
  let busy = false;
  let oncemore = false;
  let timer;
  let leaving = false; // this page is about to go, on purpose
  let away = 0; // when the umpire himself went on to another page: no answer takes him elsewhere
  let gone = false; // this page has been left
  const stillAway = () => Math.max(0, away + 5000 - Date.now());

  const there = async () => {
    try {
      return (await within(PROBE, (signal) => fetch(script.dataset.contact, { cache: "no-store", signal }))).ok;
    } catch {
      return false;
    }
  };
  // Whether whoever is signed in here now is the one whose page this is. (A hidden screen does not say.)
  const isHis = async () => {
    try {
      const { name, desk: at } = await within(PROBE, async (signal) => (await fetch(script.dataset.whose, { headers: { "HX-Request": "true" }, cache: "no-store", signal })).json());
      return name === body.dataset.umpire && at === desk;
    } catch {
      return false;
    }
  };
  const free = (item) => item.state === "waiting" && (item.by === tab || item.till < Date.now()) && (mine(item) || item.asked);
  const pump = async () => {
    oncemore = busy;
    if (busy) return;
    busy = true;
    clearTimeout(timer);
    let reached = true;
    for (const item of list()) {
      if (leaving || !free(item)) continue;
      reached = item.native ? await hand(item) : await attempt(item);
      if (!reached) break;
    }
    if (!reached) for (const item of list()) if (item.by === tab && item.state === "waiting" && !item.late) late(item);
    busy = false;
    fails = reached ? 0 : fails + 1;
    show();
    if (oncemore) return pump();
    if (list().some((item) => item.state === "waiting")) timer = setTimeout(pump, AGAIN[Math.min(fails, AGAIN.length) - 1] ?? AGAIN[0]);
  };
  // The server may be back: whatever waits goes at once.
  const back = () => {
    drafts.again();
    if (!list().some(free)) return;
    fails = 0;
    pump();
  };

  // One try; whether the server was reached.
  const attempt = async (item) => {
    Object.assign(item, { by: tab, till: Date.now() + PATIENCE + 2000 });
    keep(item);
    const slow = setTimeout(() => late(item), SLOW);
    try {
      const [answer, text] = await within(PATIENCE, async (signal) => {
        const got = await fetch(item.action, {
          method: "POST", body: new URLSearchParams(item.fields), cache: "no-store", signal,
          headers: { "X-Sending": item.desk || "nobody", ...(item.late && !item.asked && item.name ? { "X-Filled-In-By": encodeURIComponent(item.name) } : {}) },
        });
        return [got, await got.text()];
      });
      if (!answer.headers.get("X-Sending")) throw new Error("somebody else answered");
      const sent = answer.headers.get("X-Sending") === "sent"; // it was done, or perhaps: what came of it is not known here
      if ([408, 429, 502, 503, 504].includes(answer.status)) {
        if (sent || !item.sent) item.said = sentence(text); // that nothing was changed is true of the later tries alone
        item.sent ||= sent;
        throw new Error("not now");
      }
      item.sent = sent;
      clearTimeout(slow);
      took(item, answer, text);
      return true;
    } catch {
      item.till = 0;
      late(item);
      return false;
    } finally {
      clearTimeout(slow);
    }
  };
  const late = (item) => {
    if (!memory.has(item.key) && !disk.get(place(item))) return; // dropped, or sent from another tab, meanwhile
    item.late = true;
    keep(item);
    const form = formOf.get(item.key);
    if (form) delete form.dataset.sent; // its button tries again
    show();
  };
  const sentence = (text) => {
    if (text.startsWith("{")) return JSON.parse(text).error ?? "";
    return fold(new DOMParser().parseFromString(text, "text/html").querySelector(".wrong")?.textContent);
  };
  const isPlain = (text) => text.includes('<body class="plain"');
  const inUse = (form) => {
    const at = document.activeElement?.form;
    return Boolean(document.querySelector("dialog[open]")) || Boolean(at && at !== form && isChanged(at));
  };
  // Whether the umpire still is where he sent it, and does nothing else there.
  const here = (item) => {
    const form = formOf.get(item.key);
    if (!form || leaving || stillAway()) return false;
    if (!item.late) return true;
    return form.isConnected && !inUse(form) && !list().some((other) => other.key !== item.key && waits(other));
  };
  const took = (item, answer, text) => {
    const form = formOf.get(item.key);
    if (form) delete form.dataset.sent;
    if (document.getElementById("screen-cover")) item.late = true; // hidden meanwhile: no answer may lead to a page without a cover
    if (answer.headers.get("X-Sending") === "done") {
      const { to, said } = JSON.parse(text);
      if (form) forgo(form);
      drafts.wipe(item.form, item.secret);
      document.dispatchEvent(new CustomEvent("sending:done", { detail: item }));
      const stays = item.stays || (form && form.hasAttribute("hx-post"));
      if (here(item) && !stays) {
        forget(item);
        if (form) form.dataset.sent = "yes";
        return go(to, form);
      }
      if (form?.isConnected && form.hasAttribute("hx-post")) { // its part once more: it has acted, so this only shows
        forget(item);
        show();
        return htmx.ajax("POST", item.action, { source: form, values: Object.fromEntries(item.fields) });
      }
      if (!item.late) { // the next page says it at its top
        forget(item);
        // Unless there is none: the link he followed was a file to be saved.
        if (form && !stays) setTimeout(() => { if (!gone && !leaving && form.isConnected && !inUse(form)) go(to, form); }, stillAway());
        return;
      }
      Object.assign(item, { state: "done", said, to, at: Date.now() });
    } else if (answer.status === 401) {
      Object.assign(item, { state: "door", late: true, here: text.startsWith("{") ? JSON.parse(text).here : "" });
      signedOut();
    } else if (answer.ok) {
      if (here(item)) return post(item);
      Object.assign(item, { state: "answered", late: true });
    } else {
      if (answer.status < 500 && !isPlain(text) && here(item) && !item.stays) return post(item);
      if (item.sent) { // what was typed is no draft of something still to do
        if (form) forgo(form);
        drafts.wipe(item.form, item.secret);
      }
      Object.assign(item, { state: "refused", said: sentence(text) || `The server answered ${answer.status}.`, late: true });
    }
    keep(item);
    show();
  };

  // On to the page that shows what came of it.
  const go = (to, form) => {
    leaving = true;
    const address = new URL(to, location);
    if (address.hash && address.pathname + address.search === location.pathname + location.search) {
      try { sessionStorage.hash = address.hash; } catch { /* the page is right, only not scrolled */ }
      address.hash = "";
      location.assign(address.href.replace(/#$/, ""));
    } else {
      location.assign(address);
    }
    // A file to be saved leaves the page where it is.
    setTimeout(() => {
      leaving = false;
      if (form) delete form.dataset.sent;
    }, 2500);
  };
  // To the page that answers: of which the form is.
  const stoodAt = (item) => {
    try { sessionStorage.stood = item.page ?? ""; } catch { /* then it is known by the address that was sent to */ }
  };
  // A refusal, or an answer that is a page: nothing was changed (or it was, under this key), so the browser may send it
  // once more and show the whole page, with the sentence at the field.
  const post = (item) => {
    const form = make("form");
    form.hidden = true;
    form.setAttribute("method", "post");
    form.setAttribute("action", item.action);
    for (const [name, value] of item.fields) {
      const input = make("input");
      input.type = "hidden";
      [input.name, input.value] = [name, value];
      form.append(input);
    }
    body.append(form);
    Object.assign(item, { state: "shown", by: tab, till: Date.now() + HANDED });
    keep(item);
    leaving = true;
    stoodAt(item);
    submit(form);
  };
  // Files, forms without a key, and what opens beside the page: the browser sends them, once the server is there.
  const hand = async (item) => {
    const form = formOf.get(item.key);
    const reached = await there();
    if (!reached) {
      late(item);
      return false;
    }
    const beside = attribute(form, "target") === "_blank";
    const byItself = item.late && !item.asked;
    if (!form.isConnected || (byItself && (beside || !here(item) || (desk && !(await isHis()))))) {
      item.state = "ready";
      return true;
    }
    forget(item);
    if (item.button?.name) {
      const input = make("input");
      input.type = "hidden";
      [input.name, input.value] = [item.button.name, item.button.value];
      form.append(input);
      setTimeout(() => input.remove(), 1000);
    }
    if (!beside) {
      leaving = true;
      stoodAt(item);
    }
    drafts.wipe(item.form, item.secret);
    submit(form);
    setTimeout(() => {
      leaving = false;
      delete form.dataset.sent;
    }, 2500);
    return true;
  };

  document.addEventListener("submit", (event) => {
    const form = event.target;
    const button = event.submitter;
    const how = (button?.getAttribute("formmethod") ?? attribute(form, "method")).toLowerCase();
    if (event.defaultPrevented || how !== "post" || form.hasAttribute("hx-post")) return;
    if (attribute(form, "action") === script.dataset.signOut && !signOut()) {
      event.preventDefault();
      delete form.dataset.sent;
      return;
    }
    const files = [...form.elements].some((field) => field.type === "file");
    // What opens beside the page goes at once with the tap, or the browser would hold it for an advertisement.
    if (attribute(form, "target") === "_blank" && contact.live() && navigator.onLine) {
      setTimeout(() => { delete form.dataset.sent; }, 2500);
      return;
    }
    event.preventDefault();
    const native = files || !form.elements.key || attribute(form, "target") === "_blank";
    const item = itemOf(form, button, native ? { native, button, key: random() } : {});
    const before = list().find((one) => one.key === item.key || (one.native && formOf.get(one.key) === form));
    if (before) { // sent again while it waits: what stands in the form now
      Object.assign(item, { since: before.since, turn: before.turn, late: before.late });
      forget(before);
    }
    lines(form).querySelector(":scope > .draft-line")?.remove();
    formOf.set(item.key, form);
    keep(item);
    fails = 0;
    pump();
    setTimeout(() => { // another form is still on its way, and no answer comes
      const held = list().find((one) => one.key === item.key);
      if (held?.state === "waiting" && !held.till) late(held);
    }, SLOW);
  });

  // htmx sends its own; what does not arrive comes into the list.
  const lost = (event) => {
    const { elt, requestConfig } = event.detail;
    if (requestConfig?.verb !== "post" || !elt.matches("form")) return;
    delete elt.dataset.sent;
    const item = itemOf(elt, requestConfig.triggeringEvent?.submitter, { late: true });
    formOf.set(item.key, elt);
    keep(item);
    show();
    clearTimeout(timer);
    timer = setTimeout(pump, AGAIN[0]);
  };
  body.addEventListener("htmx:configRequest", (event) => {
    if (event.detail.verb !== "post") return;
    event.detail.timeout = PATIENCE;
    event.detail.headers["X-Desk"] = desk; // a page of another window may have another sign-in
  });
  for (const failed of ["htmx:sendError", "htmx:timeout"]) body.addEventListener(failed, lost);
  let turnedAway = false; // something was not taken: nobody is signed in here, or somebody else
  const signedOut = () => { // the stream of this page, which was opened before, is told so too
    turnedAway = true;
    if (contact.live() && !contact.shut()) contact.wake();
  };
  body.addEventListener("htmx:responseError", (event) => {
    const { status } = event.detail.xhr;
    if (status === 401) signedOut();
    if ([401, 408, 429, 502, 503, 504].includes(status)) lost(event);
  });
  // The door in place of a part: signed out meanwhile. The part stays as it is, the form waits.
  body.addEventListener("htmx:beforeSwap", (event) => {
    const address = event.detail.xhr?.responseURL;
    if (!address || new URL(address).pathname !== script.dataset.door) return;
    event.detail.shouldSwap = false;
    signedOut();
    lost(event);
  });

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || link.target === "_blank") return;
    if (!attribute(link, "href").startsWith("#") && !link.hasAttribute("download")) away = Date.now();
  });

  // Signed in again, in another window, or the screen opened: what was not taken meanwhile may be taken now. Whether its
  // umpire is back is asked first: with another sign-in it is taken no more than before.
  const letIn = () => {
    for (const item of list()) if (item.state === "door" && mine(item)) keep(Object.assign(item, { state: "waiting", till: 0 }));
    drafts.refused.clear();
  };
  contact.on("shut", () => { turnedAway = true; });
  contact.on("open journal heartbeat wake", async () => {
    if (!turnedAway || !desk || !(await isHis())) return;
    turnedAway = false;
    letIn();
    back();
  });
  document.addEventListener("hiding:open", () => {
    letIn();
    back();
  });
  // What tells that the server is back.
  contact.on("open journal heartbeat wake", back);
  window.addEventListener("pagehide", () => { gone = true; });
  window.addEventListener("pageshow", () => {
    gone = leaving = false;
    back();
  });
  window.addEventListener("storage", (event) => {
    if (event.key?.startsWith(`${game}waiting `)) show();
  });
  window.addEventListener("beforeunload", (event) => {
    if (!leaving && [...memory.values()].some((item) => item.late && waits(item))) event.preventDefault();
  });

  // What the list says -----------------------------------------------------------------------------------------

  const panel = make("section", "", "unsent");
  panel.setAttribute("aria-label", "Forms not sent yet");
  const head = make("p", "", "unsent-head");
  head.setAttribute("role", "status");
  const rows = make("ul");
  panel.append(head, rows);
  panel.hidden = true;
  (document.querySelector("header.band") ?? body.firstElementChild).after(panel);

  const says = (item) => {
    const since = `since ${clock(item.since)}`;
    if (item.state === "done") return `Sent at ${clock(item.at)}. ${item.said || ""}`;
    if (item.state === "refused") return item.sent ? item.said : `Not done. ${item.said}`;
    if (item.state === "answered") return "The server has answered.";
    if (item.state === "ready") return "The room is back: tap to send it.";
    if (item.state === "door" && item.here) return `Not sent, ${since}. ${item.name} filled it in, and ${item.here} is signed in here.`;
    if (item.state === "door") return `You are signed out. Sign in at ${desks[item.desk] ?? "your desk"}: then it is sent.`;
    if (!mine(item) && !item.asked) return `Not sent, ${since}. ${item.name} filled it in.`;
    const said = item.said ? `${item.said} ` : "";
    return `${said}${item.sent ? "Asking again what came of it" : "Not sent yet, trying again"}, ${since}.${memory.has(item.key) ? " Keep this page open." : ""}`;
  };
  const deeds = {
    send: ["Send now", (item) => {
      Object.assign(item, { asked: true, state: "waiting", till: 0 });
      keep(item);
      fails = 0;
      pump();
    }],
    drop: ["Drop", (item) => {
      if (!confirm(`Drop this? ${item.sent ? "Nobody asks then what came of it" : "It is not sent then"}: ${item.words}`)) return;
      forget(item);
      const form = formOf.get(item.key);
      if (form) delete form.dataset.sent;
      show();
    }],
    show: ["Show it", (item) => post(item)],
    open: ["Open", (item) => {
      forget(item);
      go(item.to);
    }],
    enter: ["Sign in", () => {
      location.assign(`${script.dataset.door}?next=${encodeURIComponent(location.pathname + location.search)}`);
    }],
    read: ["Good", (item) => {
      forget(item);
      show();
    }],
  };
  const offered = (item) => ({
    done: item.to ? ["open", "read"] : ["read"], refused: item.stays ? ["drop"] : ["show", "drop"], answered: ["show", "drop"],
    ready: ["send", "drop"], door: ["enter", "send", "drop"],
  })[item.state] ?? ["send", "drop"];
  const rowOf = (item) => {
    let row = [...rows.children].find((one) => one.dataset.key === item.key);
    if (!row) {
      row = make("li");
      row.dataset.key = item.key;
      row.append(make("p", item.words, "what"), make("p", "", "says"), make("p", "", "deeds"));
    }
    const [, said, buttons] = row.children;
    row.className = item.state;
    if (said.textContent !== says(item)) said.textContent = says(item);
    if (row.dataset.state !== item.state) {
      row.dataset.state = item.state;
      const at = buttons.contains(document.activeElement);
      buttons.replaceChildren(...offered(item).map((deed) => {
        const [label, run] = deeds[deed];
        const button = make("button", label, "quiet");
        button.type = "button";
        button.addEventListener("click", () => run(list().find((one) => one.key === item.key) ?? item));
        return button;
      }));
      if (at) buttons.firstChild?.focus();
    }
    return row;
  };
  const show = () => {
    const all = list().filter((item) => item.late && item.state !== "shown");
    const inSight = !document.hidden && !document.getElementById("screen-cover");
    for (const item of all) {
      if (item.state === "done" && inSight && !item.seen) keep(Object.assign(item, { seen: Date.now() }));
    }
    const over = (item) => item.state === "done" && item.seen && Date.now() - item.seen > SHOWN;
    all.filter(over).forEach(forget);
    const shown = all.filter((item) => !over(item));
    const open = shown.filter(waits);
    const unsent = open.filter((item) => !item.sent);
    const away = desk ? [] : stored().filter((item) => item.desk && waits(item));
    let said = "";
    if (unsent.length) {
      const many = unsent.length === 1 ? "1 form is" : `${unsent.length} forms are`;
      said = `${many} not sent yet, trying again since ${clock(Math.min(...unsent.map((item) => item.since)))}.`;
    } else if (open.length) {
      said = "Asking again what came of it.";
    } else if (shown.length) {
      said = shown.every((item) => item.state === "done") ? "All is sent." : "Look at what came of it.";
    } else if (away.length) {
      const at = [...new Set(away.map((item) => desks[item.desk]))].join(", ");
      said = `${away.length === 1 ? "1 form waits" : `${away.length} forms wait`} to be sent. Sign in at ${at}: then it goes.`;
    }
    if (head.textContent !== said) head.textContent = said;
    for (const row of [...rows.children]) if (!shown.some((item) => item.key === row.dataset.key)) row.remove();
    shown.forEach((item, spot) => {
      const row = rowOf(item);
      if (rows.children[spot] !== row) rows.insertBefore(row, rows.children[spot] ?? null);
    });
    panel.hidden = !said;
    // The form says so too.
    for (const [key, form] of formOf) {
      const item = shown.find((one) => one.key === key);
      let line = lines(form).querySelector(":scope > .sending-line");
      if (!item || item.state === "done") {
        line?.remove();
        delete form.dataset.waiting;
        continue;
      }
      form.dataset.waiting = item.state;
      if (!line) lines(form).append(line = make("p", "", "sending-line"));
      if (line.textContent !== says(item)) line.textContent = says(item);
    }
  };
  setInterval(() => { if (!panel.hidden) show(); }, 5000);

  // Drafts -----------------------------------------------------------------------------------------------------

  const FREE = new Set([ // hidden fields that say how the page stood, not what the form is about
    "key", "version", "versions", "general_version", "seen", "shown", "shown_cash", "shown_rice", "next", "back", "told",
    "at", "now", "last", "open", "journal", "q", "twice",
  ]);
  const TYPED = "input:not([type=hidden], [type=radio], [type=checkbox], [type=submit], [type=file], [type=password]), textarea, select";
  function identity(form) {
    const about = [...form.elements]
      .filter((field) => field.type === "hidden" && !FREE.has(field.name)).map((field) => `${field.name}=${field.value}`);
    return [attribute(form, "action").split("?")[0] || location.pathname, ...about].join(" ").slice(0, 300);
  }
  const drawn = (field) => field.name && !["hidden", "file", "password", "submit", "button"].includes(field.type) && field.matches("input, textarea, select");
  const ticks = (field) => ["radio", "checkbox"].includes(field.type);
  const first = (field) => {
    if (ticks(field)) return field.defaultChecked;
    if (!field.matches("select")) return field.defaultValue;
    return ([...field.options].find((one) => one.defaultSelected) ?? field.options[0])?.value ?? "";
  };
  const value = (field) => (ticks(field) ? field.checked : field.value);
  const named = (field) => (ticks(field) ? `${field.name}=${field.value}` : field.name);
  const state = (form, read) => JSON.stringify([...form.elements].filter(drawn).map((field) => [named(field), read(field)]));
  function isChanged(form) {
    return state(form, value) !== state(form, first);
  }
  const drafted = (form) => desk && attribute(form, "method").toLowerCase() === "post" && !("noDraft" in form.dataset)
    && [...form.elements].some((field) => drawn(field) && field.matches(TYPED));
  const secretForm = (form) => secretPage || "secret" in form.dataset;

  const drafts = {
    kept: new Map(), // of secret forms, as the server has them
    place: (form) => `draft ${desk} ${form}`,
    unsaved: new Map(),
    refused: new Set(), // of those the ones that the server does not take: hidden, signed out, or another desk's sign-in
    asking: new Map(), // what of a form is on its way: what comes to it meanwhile waits, for of two at once the older may arrive last
    noLaterTime: () => gone || document.hidden, // a phone that is put away may never wake again
    async ask(form, draft) {
      this.unsaved.set(form, draft);
      this.refused.delete(form);
      const beside = this.asking.get(form) ?? [];
      if (beside.length && !this.noLaterTime()) return;
      this.asking.set(form, [...beside, draft]);
      const sent = new URLSearchParams({ form, name: body.dataset.umpire, draft: draft ? JSON.stringify(draft) : "" });
      const keepalive = sent.toString().length < OUTLIVES;
      try {
        const answer = await within(PATIENCE, (signal) => fetch(script.dataset.drafts, {
          method: "POST", signal, keepalive, headers: { "X-Desk": desk }, body: sent,
        }));
        const newest = this.unsaved.get(form) === draft;
        if (newest && answer.ok && !beside.length) this.unsaved.delete(form);
        else if (newest && [401, 403].includes(answer.status)) this.refused.add(form);
        if (answer.status === 401) signedOut();
      } catch {
        // asked again when the server is back
      }
      const still = this.asking.get(form);
      still.splice(still.indexOf(draft), 1);
      if (still.length) return;
      this.asking.delete(form);
      // What came meanwhile goes now, and what went beside another goes once more: that may have arrived after it.
      if (this.unsaved.has(form) && (beside.length || this.unsaved.get(form) !== draft)) this.ask(form, this.unsaved.get(form));
    },
    leave() { // what waits goes beside what is on its way
      for (const [form, sent] of [...this.asking]) if (sent[sent.length - 1] !== this.unsaved.get(form)) this.ask(form, this.unsaved.get(form));
    },
    again() {
      for (const [form, draft] of [...this.unsaved]) if (!this.refused.has(form) && !this.asking.has(form)) this.ask(form, draft);
    },
    loaded: false,
    async load() {
      try {
        const answer = await within(PATIENCE, (signal) => fetch(script.dataset.drafts, { cache: "no-store", signal }));
        for (const [form, draft] of Object.entries(await answer.json())) this.kept.set(form, JSON.parse(draft));
        this.loaded = true;
      } catch {
        // asked again when the server is back
      }
    },
    put(form, draft, secret) {
      if (!secret) return void disk.put(this.place(form), draft);
      this.kept.set(form, draft);
      this.ask(form, draft);
    },
    get(form, secret) {
      if (secret) return this.kept.get(form);
      const draft = disk.get(this.place(form));
      return draft?.signIn === body.dataset.signIn || draft?.name === body.dataset.umpire ? draft : null;
    },
    wipe(form, secret) {
      if (!form) return;
      if (!secret) return disk.drop(this.place(form));
      if (this.kept.delete(form)) this.ask(form, null);
    },
    // Those of whoever sat here before are nobody's business.
    clean() {
      for (const name of disk.names("draft ")) {
        const draft = disk.get(name);
        const his = draft?.signIn === body.dataset.signIn || (draft?.name === body.dataset.umpire && name.startsWith(`draft ${desk} `));
        if (!his || Date.now() - draft.at > OLD) disk.drop(name);
      }
    },
  };
  const soon = new Map();
  const note = (form) => {
    clearTimeout(soon.get(form));
    soon.set(form, setTimeout(() => write(form), DRAFT_AFTER));
  };
  const forgo = (form) => { // nothing of it is to be noted
    clearTimeout(soon.get(form));
    soon.delete(form);
  };
  const write = (form) => {
    if (form.dataset.sent) return; // until it has an answer: what is refused is noted then
    clearTimeout(soon.get(form));
    if (!soon.delete(form) || !form.isConnected) return;
    if (!isChanged(form)) return drafts.wipe(identity(form), secretForm(form));
    const draft = {
      at: Date.now(), journal: body.dataset.journal, signIn: body.dataset.signIn, name: body.dataset.umpire, was: state(form, first), is: state(form, value),
    };
    drafts.put(identity(form), draft, secretForm(form));
  };
  // Whether all that a draft says stands in the form: a page that answers it may have fields more.
  const stands = (form, draft) => {
    const now = new Map([...form.elements].filter(drawn).map((field) => [named(field), value(field)]));
    return JSON.parse(draft.is).every(([name, said]) => now.get(name) === said);
  };
  // Whether the form stands on what it stood on then. What the page says by itself now as the draft does is no change.
  const isAsFound = (form, draft) => {
    const [was, is] = [JSON.parse(draft.was), JSON.parse(draft.is)];
    const now = JSON.parse(state(form, first));
    return now.length === was.length
      && now.every(([name, said], spot) => name === was[spot][0] && (said === was[spot][1] || said === is[spot][1]));
  };
  // Whether something else was put into it meanwhile. A browser that comes back fills in some fields by itself, as they were.
  const isOtherwise = (form, draft) => {
    const his = new Map(JSON.parse(draft.is));
    return [...form.elements].filter(drawn).some((field) => value(field) !== first(field) && value(field) !== his.get(named(field)));
  };
  const apply = (form, draft) => {
    const wanted = new Map(JSON.parse(draft.is));
    const changed = [];
    for (const field of [...form.elements].filter(drawn)) {
      if (!wanted.has(named(field)) || value(field) === wanted.get(named(field))) continue;
      if (ticks(field)) field.checked = wanted.get(named(field));
      else field.value = wanted.get(named(field));
      changed.push(field);
    }
    if (form.dispatchEvent(new CustomEvent("sending:draft", { bubbles: true, cancelable: true }))) {
      for (const field of changed) for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
    }
    forgo(form);
    for (const one of [form, ...changed]) {
      for (let box = one.closest("details"); box; box = box.parentElement.closest("details")) box.open = true;
    }
  };
  const today = (time) => new Date(time).toDateString() === new Date().toDateString();
  const mark = (form, draft, taken) => {
    lines(form).querySelector(":scope > .draft-line")?.remove();
    const line = make("p", "", "draft-line");
    const when = `${today(draft.at) ? "" : `${new Date(draft.at).toDateString().slice(0, 3)} `}${clock(draft.at)}`;
    const button = (label, run) => {
      const made = make("button", label, "quiet");
      made.type = "button";
      made.addEventListener("click", run);
      return made;
    };
    const since = !taken ? " The page has changed since."
      : draft.journal && draft.journal !== body.dataset.journal ? " The game has gone on since: look whether it is still right." : "";
    line.append(make("span", `Draft of ${when}: yours, not sent.${since}`));
    if (!taken) {
      line.append(button("Take it", () => {
        apply(form, draft);
        mark(form, draft, true);
      }));
    }
    line.append(button("Discard", () => {
      drafts.wipe(identity(form), secretForm(form));
      line.remove();
      if (!taken) return;
      form.reset();
      for (const field of [...form.elements].filter(drawn)) field.dispatchEvent(new Event("input", { bubbles: true }));
      forgo(form);
      [...form.elements].find(drawn)?.focus();
    }));
    lines(form).prepend(line);
  };
  const restored = new WeakSet();
  const restore = (form) => {
    if (restored.has(form) || !drafted(form) || (secretForm(form) && !drafts.loaded)) return;
    const draft = drafts.get(identity(form), secretForm(form));
    restored.add(form);
    if (!draft || stands(form, draft) || form.dataset.sent) return;
    const taken = isAsFound(form, draft) && !isOtherwise(form, draft);
    if (taken) apply(form, draft);
    mark(form, draft, taken);
  };
  const restoreAll = () => document.querySelectorAll("form").forEach(restore);
  const typed = (form) => {
    if (!drafted(form)) return;
    restored.add(form);
    note(form);
  };
  for (const kind of ["input", "change"]) {
    document.addEventListener(kind, (event) => {
      const form = event.target.form;
      if (form && (event.isTrusted || restored.has(form)) && drawn(event.target)) typed(form);
    });
  }
  // Who says that what another desk entered may stand has no draft of his own any more.
  document.addEventListener("click", (event) => {
    const form = document.getElementById(event.target.closest?.("a[data-drops]")?.dataset.drops);
    if (!form) return;
    forgo(form);
    drafts.wipe(identity(form), secretForm(form));
  });
  const writeAll = () => [...soon.keys()].forEach(write);
  const putAway = () => {
    writeAll();
    drafts.leave();
  };
  window.addEventListener("pagehide", putAway);
  document.addEventListener("visibilitychange", () => { if (document.hidden) putAway(); });

  // Signing out takes everything along.
  function signOut() {
    const open = list().filter((item) => waits(item) && !item.sent);
    if (open.length && !confirm(`${open.length === 1 ? "1 form is" : `${open.length} forms are`} not sent yet. Sign out and drop ${open.length === 1 ? "it" : "them"}?`)) return false;
    soon.forEach(clearTimeout);
    soon.clear();
    for (const item of list()) forget(item);
    for (const name of disk.names("draft ")) disk.drop(name);
    return true;
  }

  // As the page opens ------------------------------------------------------------------------------------------

  // What the page before left for this one.
  const left = (name) => {
    try {
      const { [name]: said } = sessionStorage;
      sessionStorage.removeItem(name);
      return said;
    } catch {
      return "";
    }
  };
  // Whoever comes back to a page that answered a form, or asks for it again, comes to the page where the form stood: its
  // address says whom it is about, and a browser that may not send it once more shows its own page in place of the answer.
  // Where that page is not known, what is only sent to an address leads to the page before (the server).
  const stood = left("stood");
  if ("answered" in body.dataset) history.replaceState(history.state, "", stood || location.href);
  const hash = left("hash");
  if (hash) location.replace(hash);
  for (const item of stored().filter((one) => one.desk === desk)) {
    if (item.state === "shown" && item.key === body.dataset.answered) forget(item);
    else if (item.state === "shown" && (item.by === tab || item.till < Date.now())) keep(Object.assign(item, { state: "waiting", till: 0 }));
    else if (item.state === "waiting" && item.by === tab) keep(Object.assign(item, { till: 0 }));
    else if (item.state === "door" && mine(item)) keep(Object.assign(item, { state: "waiting", till: 0 }));
  }
  for (const name of disk.names("waiting ")) if (Date.now() - (disk.get(name)?.since ?? 0) > OLD) disk.drop(name);
  if (desk) {
    drafts.clean();
    document.addEventListener("DOMContentLoaded", restoreAll);
    if ([...document.forms].some((form) => secretForm(form) && drafted(form))) drafts.load().then(restoreAll);
    body.addEventListener("htmx:afterSettle", restoreAll);
  }
  show();
  pump();

  // For pages that send by themselves: what did not arrive, kept as if it had been a form.
  window.sending = {
    unkept: () => memory.size > 0, // something waits in this page alone
    typed, // a script put something into this form, for a hand at it
    write: writeAll,
    // Another form came in the place of one that was taken: what was typed on meanwhile is the draft now, or there is none.
    sent(form, fresh) {
      forgo(form);
      typed(fresh);
      write(fresh);
    },
    keep(form, sent, what) {
      const item = itemOf(form, null, { fields: [...sent], words: what, late: true, stays: true });
      formOf.set(item.key, form);
      keep(item);
      show();
      clearTimeout(timer);
      timer = setTimeout(pump, AGAIN[0]);
      return item.key;
    },
  };
})();
