// Contact with the server, in one place for all scripts of a page: the one stream of news, when the last word came,
// whether the stream is broken, how long an answer may take, and when to ask again at once.
window.contact = (() => {
  "use strict";
  const DEAD = 25000; // milliseconds: a stream that says nothing for longer is dead, for it has a heartbeat
  const SLEPT = 20000; // between two looks at the time, which come every second
  const { body } = document;

  const told = { open: [], journal: [], heartbeat: [], wake: [], spare: [], shut: [] };
  const tell = (what) => told[what].forEach((run) => run());
  let heard = { wall: Date.now(), steady: performance.now() }; // neither clock of this device is trusted alone
  let broken = 0; // since when the stream is broken; 0 while it is not
  let opened = false; // whether it ever was
  let live = false; // whether it is open now
  let journal = body.dataset.journal; // where it is, as the stream said last
  let shut = ""; // why the server tells this page nothing more: nobody is signed in (door), its game is taken away (gone)

  const word = (what) => {
    heard = { wall: Date.now(), steady: performance.now() };
    [broken, opened] = [0, true];
    if (what === "open") live = true;
    else shut = "";
    tell(what);
  };
  const other = (source) => { // what is not said of the journal
    source.addEventListener("spare", () => tell("spare"));
    for (const why of ["door", "gone"]) source.addEventListener(why, () => {
      shut = why;
      tell("shut");
    });
  };
  const fail = () => {
    broken ||= Date.now();
    live = false;
  };

  // The stream -------------------------------------------------------------------------------------------------

  // One for each screen that is looked at: a browser has six connections to a host, however many its tabs.
  // (A window that is merely not in front, such as a projector's, is not hidden.)
  let stream;
  let own = null; // opens the stream of a page without htmx
  let tried = 0; // when a stream was opened last
  const connect = window.htmx?.createEventSource;
  if (connect) {
    const beats = new WeakSet();
    htmx.createEventSource = (address) => {
      stream?.close();
      tried = performance.now();
      stream = connect(address);
      other(stream);
      if (document.hidden) stream.close();
      return stream;
    };
    body.addEventListener("htmx:sseOpen", (event) => {
      const { source } = event.detail;
      if (!beats.has(source)) source.addEventListener("heartbeat", () => word("heartbeat"));
      beats.add(source);
      word("open");
    });
    body.addEventListener("htmx:sseMessage", ({ detail }) => {
      journal = detail.data;
      word("journal");
    });
    body.addEventListener("htmx:sseError", fail);
  }
  const listen = (address) => {
    own = () => {
      stream?.close();
      tried = performance.now();
      if (document.hidden) return;
      stream = new EventSource(address);
      for (const what of ["open", "journal", "heartbeat"]) stream.addEventListener(what, () => word(what));
      other(stream);
      stream.addEventListener("error", fail);
    };
    own();
  };
  const reopen = () => {
    if (own) return own();
    if (!stream || stream.readyState !== EventSource.CLOSED) return;
    broken ||= Date.now(); // until the server is heard again
    live = false;
    const followers = document.querySelectorAll("[hx-trigger^='sse:journal']");
    for (const part of [body, ...followers]) htmx.trigger(part, "htmx:afterProcessNode");
  };

  // When to ask again at once ----------------------------------------------------------------------------------

  const wake = () => {
    if (!own && !document.hidden) stream?.close();
    reopen();
    tell("wake");
  };
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return stream?.close();
    reopen();
    tell("wake");
  });
  // What the stream says depends on whether the screens of this browser are hidden: it is opened anew on every page of it,
  // also on one that is never hidden itself, as soon as the server knows (hiding.js).
  const again = () => {
    if (!own) stream?.close();
    reopen();
  };
  const COVER = `${body.dataset.root ?? ""}cover`;
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key === COVER && /^(hidden|open) /.test(newValue)) again();
  });
  window.addEventListener("online", wake);
  window.addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
  let looked = Date.now();
  setInterval(() => {
    const slept = Math.abs(Date.now() - looked) > SLEPT;
    looked = Date.now();
    const dead = stream && !document.hidden && performance.now() - Math.max(heard.steady, tried) > DEAD;
    if (slept || dead) wake(); // no browser notices by itself that a stream has died without an end
  }, 1000);

  return {
    // `open`, `journal` and `heartbeat` are words of the stream, `wake` is when the server may be there again, `spare`
    // when there may be another one to go to, `shut` when this page is told nothing more.
    on(whats, run) { for (const what of whats.split(" ")) told[what].push(run); },
    listen,
    again,
    wake,
    clock: (time) => new Date(time).toTimeString().slice(0, 5),
    heard: () => heard.wall,
    silent: () => ({ wall: Date.now() - heard.wall, steady: performance.now() - heard.steady }),
    opened: () => opened,
    live: () => live,
    journal: () => journal,
    shut: () => shut,
    broken: () => (broken ? Date.now() - broken : 0),
    PATIENCE: 12000, // milliseconds for an answer, if nothing else is said
    // An answer within this time, or an error.
    async within(time, ask) {
      const stop = new AbortController();
      const late = setTimeout(() => stop.abort(), time);
      try { return await ask(stop.signal); } finally { clearTimeout(late); }
    },
  };
})();
