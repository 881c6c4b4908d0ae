// Every clock on the page, by the server's time: a wrong clock in this device does not matter. It runs on by itself
// between two words from the server, says when it has heard nothing for long, and rings if it is told to.
(() => {
  "use strict";
  const script = document.currentScript;
  const TICK = 250; // milliseconds, as are all times here
  const WARNING = 120; // seconds; as in kernel/hall/clock/clock_rules.py
  const ASK_EVERY = 30000;
  const QUIET = 12000; // without a word for so long, ask
  const ALONE = 20000; // without a word for so long, say so
  const AGAIN = 3000; // after a question that got no answer
  const PATIENCE = 5000; // with a question
  const SLEPT = 2000; // the two clocks of this device moved apart by so much: it slept, or somebody set it
  const TOO_LATE = 10000; // a bell that should have rung so long ago is not rung any more

  let state = null; // as the server told it
  let best = null; // the most exact of the last answers: server time minus performance.now(), and its round trip
  let answered = performance.now();
  let tried = -Infinity;
  let asking = false;
  let oncemore = false;
  let doubt = false; // this device slept, and the server has not been heard since
  let missed = false; // the server was silent for long: what it tells next may have been so for a while

  // What this browser remembers; where it may not, it goes by what this page knows.
  const memory = {};
  const kept = (what) => {
    try {
      return localStorage.getItem(`clock-${what}`) ?? memory[what];
    } catch {
      return memory[what];
    }
  };
  const keep = (what, value) => {
    memory[what] = value;
    try {
      localStorage.setItem(`clock-${what}`, value);
    } catch {
      // remembered until the page is left
    }
  };

  // The server's time ------------------------------------------------------------------------------------------

  const serverNow = () => performance.now() + best.offset;
  const learn = (offset, trip) => {
    const agree = best && Math.abs(offset - best.offset) <= (trip + best.trip) / 2 + 50;
    const old = best && performance.now() - best.at > 600000;
    if (!agree || old || doubt || trip <= best.trip) best = { offset, trip, at: performance.now() };
    doubt = false;
  };
  const silent = () => Math.min(performance.now() - answered, contact.silent().steady);
  let heard = -Infinity; // when it was told last
  const hear = (told) => {
    state = told;
    heard = performance.now();
    if (missed) before = null; // no bell rings for what others did meanwhile
    missed = false;
  };

  const ask = async () => {
    if (asking) {
      oncemore = true;
      return;
    }
    asking = true;
    const sent = tried = performance.now();
    try {
      await contact.within(PATIENCE, async (signal) => {
        const answer = await fetch(script.dataset.now, { cache: "no-store", signal });
        const got = performance.now();
        if (!answer.ok) return;
        const told = await answer.json();
        if (got - sent > PATIENCE) return; // this device slept meanwhile: it was so when it fell asleep
        learn(told.now - (sent + got) / 2, got - sent);
        if (sent < heard && told.journal < state.journal) oncemore = true; // the page was told something newer meanwhile
        else hear(told);
        answered = performance.now();
      });
    } catch {
      // asked again soon, and said on the page
    }
    asking = false;
    if (oncemore) {
      oncemore = false;
      ask();
    }
    tick();
  };

  // The part at the head of the page carries the clock along whenever the journal has grown: nobody need ask then.
  const isSecond = ({ journal }) => journal > 1e9; // a public page and a hidden screen go by seconds, a desk by its journal
  const carried = () => document.querySelector("[hx-trigger='sse:journal'] [data-clock-state]");
  document.body.addEventListener("htmx:afterSettle", () => {
    const told = carried();
    if (!told || !state) return;
    const news = JSON.parse(told.dataset.clockState);
    if (isSecond(news) !== isSecond(state)) return void ask(); // of two numbers that are not of one kind none is the later
    if (news.journal >= state.journal) hear(news);
    tick();
  });
  contact.on("journal", () => { if (!carried()) ask(); });
  contact.on("wake", ask);

  let apart = Date.now() - performance.now();
  const watchForSleep = () => {
    const now = Date.now() - performance.now();
    if (Math.abs(now - apart) > SLEPT) {
      doubt = missed = true;
      ask();
    }
    apart = now;
  };

  // What it shows ----------------------------------------------------------------------------------------------

  const spoken = (seconds) => {
    const whole = Math.abs(seconds);
    return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  };
  const read = () => {
    const { since } = state.set;
    const gone = since === null ? 0 : Math.max(0, serverNow() - since) / 1000;
    let { stage, left } = state.set;
    left = Math.ceil(left - gone) || 0;
    while (left <= 0 && stage + 1 < state.stages.length) left += state.stages[++stage].seconds;
    return { stage, left, running: since !== null, number: state.number, at: performance.now() };
  };
  const sign = ({ left, running }) => {
    if (left < 0) return "over";
    if (left === 0) return "up";
    if (left <= WARNING) return "warning";
    return running ? "running" : "still";
  };
  const said = ({ left, running }) => {
    if (left < 0) return running ? "over" : "over, stopped";
    if (left === 0) return "time is up";
    if (!running) return state.begun ? "stopped" : "not started";
    return left <= WARNING ? "last 2 minutes" : "";
  };
  const coming = ({ stage }) => {
    const after = state.stages[stage + 1];
    return after ? `Then ${after.name}, ${after.seconds / 60} min` : "Then the season is closed";
  };
  const alone = () => {
    const time = silent();
    if (doubt) return "This device slept, or its clock was set, and the server has not answered since: the time may be wrong.";
    if (time < ALONE) return "";
    const long = time < 120000 ? `${Math.floor(time / 1000)} s` : `${Math.floor(time / 60000)} min`;
    return `No contact for ${long}; this clock ${state && best ? "runs on by itself" : "stands until the server answers"}.`;
  };

  const write = (part, words) => { if (part && part.textContent !== words) part.textContent = words; };
  const SIGNS = ["over", "up", "warning", "running", "still"];
  const show = (root, now) => {
    const find = (what) => root.querySelector(`[data-clock-${what}]`);
    const look = sign(now);
    if (!root.classList.contains(look)) {
      root.classList.remove(...SIGNS);
      root.classList.add(look);
    }
    write(find("time"), spoken(now.left));
    write(find("name"), state.stages[now.stage].name);
    write(find("said"), said(now));
    write(find("when"), state.when);
    write(find("era"), state.era);
    write(find("note"), state.stages[now.stage].note);
    write(find("coming"), coming(now));
    write(find("contact"), alone());
    const bar = find("stages");
    if (!bar) return;
    if (bar.children.length !== state.stages.length) {
      bar.replaceChildren(...state.stages.map(({ seconds }) => {
        const item = document.createElement("li");
        item.style.flexGrow = seconds;
        return item;
      }));
    }
    [...bar.children].forEach((item, spot) => {
      const mark = spot < now.stage ? "done" : spot === now.stage ? "now" : "";
      if (item.className !== mark) item.className = mark;
    });
  };

  let before = null;
  let lost = false;
  const tick = () => {
    if (lost !== Boolean(alone())) { // its seconds are read, and never heard
      lost = !lost;
      if (document.querySelector("[data-clock-contact]")) write(voice, alone());
    }
    missed ||= !document.hidden && silent() > ALONE; // one that is hidden asks seldom, and is told nothing
    if (!state || !best) {
      for (const root of document.querySelectorAll("[data-clock]")) {
        write(root.querySelector("[data-clock-contact]"), alone());
      }
      return;
    }
    const now = read();
    for (const root of document.querySelectorAll("[data-clock]")) show(root, now);
    for (const words of document.querySelectorAll("[data-waits-from]")) words.hidden = now.stage < Number(words.dataset.waitsFrom);
    followStage(now);
    notice(before, now);
    before = now;
  };
  setInterval(() => {
    watchForSleep();
    const here = performance.now();
    const due = here - tried > ASK_EVERY || (!document.hidden && (silent() > QUIET || !best));
    if (due && here - tried > AGAIN) ask();
    tick();
  }, TICK);
  // What has just come, a part or a view of a wall, has no time in it yet: with it its head is higher, and the map below
  // would move twice with every change.
  for (const come of ["htmx:afterSwap", "screen:shown"]) document.addEventListener(come, tick);

  // What it says and rings -------------------------------------------------------------------------------------

  const voice = document.createElement("p");
  voice.className = "unseen";
  voice.setAttribute("aria-live", "polite");
  document.body.append(voice);

  const notice = (was, now) => {
    if (!was || was.number !== now.number || now.at - was.at > TOO_LATE) return;
    const name = state.stages[now.stage].name;
    const moves = now.running || was.running;
    const { seconds } = state.stages[now.stage];
    const whole = state.set.left >= seconds && now.left > seconds - TOO_LATE / 1000; // it begins, and does not go on
    if (moves && now.stage === was.stage + 1) {
      announce("end", now, `${name} begins.`);
    } else if (moves && now.stage === was.stage && was.left > 0 && now.left <= 0) {
      announce("up", now, "The time of the season is up.");
    } else if (now.running && !was.running && now.stage === 0 && whole) {
      announce("begin", now, `${name} begins.`);
    } else if (now.running && now.stage === was.stage && was.left > WARNING && now.left <= WARNING) {
      announce("warning", now, `Two minutes left: ${name}.`);
    }
  };
  const announce = async (kind, now, words) => {
    if (document.hidden) { // nobody tells a page that is not looked at, so it asks before it rings
      await ask();
      const sure = read();
      if (sure.stage !== now.stage || sure.running !== now.running || Math.abs(sure.left - now.left) > 10) return;
    }
    write(voice, words);
    if (!sound.wanted() || rungElsewhere(`${now.number} ${now.stage} ${kind}`)) return;
    if (kind === "warning") sound.bell();
    else sound.gong(kind === "up" ? 2 : 1);
  };
  // Several tabs of one browser ring once.
  const rungElsewhere = (what) => {
    const last = JSON.parse(kept("rang") || "{}");
    if (last.what === what && Math.abs(serverNow() - last.at) < TOO_LATE) return true;
    keep("rang", JSON.stringify({ what, at: serverNow() }));
    return false;
  };

  // Bell and gong are made here: partials of struck bronze, each dying away in its own time.
  const sound = (() => {
    let air = null;
    const wanted = () => kept("sound") === "on";
    const wake = () => {
      air ??= new AudioContext();
      if (air.state === "suspended") air.resume().then(tell, () => {});
      return air;
    };
    const strike = (at, base, partials, loud) => {
      for (const [ratio, level, lasts] of partials) {
        const tone = air.createOscillator();
        const fade = air.createGain();
        tone.frequency.value = base * ratio;
        fade.gain.setValueAtTime(0.0001, at);
        fade.gain.exponentialRampToValueAtTime(loud * level, at + 0.012);
        fade.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
        tone.connect(fade).connect(air.destination);
        tone.start(at);
        tone.stop(at + lasts);
      }
    };
    const GONG = [[1, 0.5, 6], [1.51, 0.3, 5], [2.02, 0.35, 4], [2.74, 0.2, 3.2], [3.76, 0.15, 2.4], [5.3, 0.08, 1.4]];
    const BELL = [[1, 0.5, 1.6], [2.76, 0.3, 1], [5.4, 0.15, 0.6]];
    return {
      wanted, wake,
      ready: () => air?.state === "running",
      gong(strokes) {
        wake();
        for (let n = 0; n < strokes; n++) strike(air.currentTime + 0.02 + n * 1.6, 92, GONG, 0.5);
      },
      bell() {
        wake();
        for (const later of [0, 0.55]) strike(air.currentTime + 0.02 + later, 784, BELL, 0.45);
      },
    };
  })();

  const each = (what, run) => document.querySelectorAll(`[data-clock-${what}]`).forEach(run);
  const tell = () => {
    const on = sound.wanted();
    each("sound", (button) => {
      button.hidden = false;
      button.setAttribute("aria-pressed", String(on));
      write(button, on ? "Sound off" : "Sound on");
    });
    each("try", (button) => { button.hidden = !on; });
    each("sound-said", (words) => {
      write(words, !on ? "" : sound.ready() ? "Sound is on." : "Sound is on: tap the page once, so that the browser lets it ring.");
    });
  };
  const toggleSound = () => {
    keep("sound", sound.wanted() ? "off" : "on");
    if (sound.wanted()) sound.gong(1);
    tell();
  };
  each("sound", (button) => button.addEventListener("click", toggleSound));
  each("try", (button) => button.addEventListener("click", () => sound.gong(1)));
  for (const touch of ["pointerdown", "keydown"]) {
    document.addEventListener(touch, () => {
      if (sound.wanted() && !sound.ready()) {
        sound.wake();
        tell();
      }
    });
  }
  window.addEventListener("storage", tell);
  if (sound.wanted()) sound.wake();
  tell();

  // The desk ---------------------------------------------------------------------------------------------------

  // Its buttons name the stage, and its table the minutes: both are fetched anew when time has moved them. This clock may
  // be a moment ahead of the server's, and be answered as of the stage before: then it asks again.
  const refresh = (part) => {
    delete part.dataset.at;
    window.htmx?.trigger(part, "sse:journal");
  };
  const followStage = ({ stage, running }) => {
    if (alone() || contact.shut() || document.getElementById("screen-cover")) return; // nothing would be told
    const here = performance.now();
    for (const part of document.querySelectorAll("[data-clock-part]")) {
      const shown = part.querySelector("[data-clock-as-of]")?.dataset.clockAsOf; // none where a refusal stands
      if (!shown || shown === `${stage} ${running}` || here - (part.followed ?? -AGAIN) < AGAIN) continue;
      part.followed = here;
      refresh(part);
    }
  };
  const refreshParts = () => document.querySelectorAll("[data-clock-part]").forEach(refresh);
  if (document.querySelector("[data-clock-part]")) {
    setInterval(() => { if (!document.hidden) refreshParts(); }, ASK_EVERY);
  }

  // Full screen, for a dark or a light hall --------------------------------------------------------------------

  const html = document.documentElement;
  const hall = (dark) => {
    html.classList.toggle("dark-hall", dark);
    each("hall", (button) => { button.firstChild.textContent = dark ? "Light hall " : "Dark hall "; });
  };
  const toggleHall = () => {
    const dark = !html.classList.contains("dark-hall");
    keep("hall", dark ? "dark" : "light");
    hall(dark);
  };
  const toggleScreen = () => (document.fullscreenElement ? document.exitFullscreen() : html.requestFullscreen());
  each("hall", (button) => {
    button.hidden = false;
    button.addEventListener("click", toggleHall);
    hall(kept("hall") === "dark");
  });
  each("screen", (button) => {
    button.hidden = !document.fullscreenEnabled;
    button.addEventListener("click", toggleScreen);
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, select, textarea") || document.querySelector("dialog[open]");
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key === "−" ? "-" : event.key.toLowerCase();
    const press = [...document.querySelectorAll("[data-press]")].find((button) => button.dataset.press === key);
    if (press && !event.repeat) {
      event.preventDefault();
      press.click();
    } else if (document.querySelector("[data-clock-screen]")) {
      ({ f: toggleScreen, d: toggleHall, s: toggleSound })[key]?.();
    }
  });

  // The screen of a projector stays awake while it shows nothing but the clock.
  if (document.querySelector("[data-clock-screen]") && navigator.wakeLock) {
    const awake = () => { if (!document.hidden) navigator.wakeLock.request("screen").catch(() => {}); };
    document.addEventListener("visibilitychange", awake);
    awake();
  }

  ask();
})();
