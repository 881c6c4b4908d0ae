// Somebody comes over from the first laptop: what he brings stands behind the # of the address, where no log sees it.
// It is taken out of the address at once; forms that wait to be sent go on waiting here, and he is signed in as there.
// A link may be anybody's: nothing is kept of it before its ticket is found good, and then only what `sending.js` writes
// of drafts and of forms that wait.
(() => {
  "use strict";
  const { door, over } = document.currentScript.dataset;
  const AGAIN = 2000; // milliseconds until a server that did not answer is asked once more
  const DRAFT = ["at", "journal", "signIn", "was", "is"];
  const FORM = ["key", "desk", "name", "signIn", "action", "fields", "words", "since", "turn", "late", "stays", "form"];
  const brought = new URLSearchParams(location.hash.slice(1));
  if (!brought.get("ticket")) {
    document.getElementById("coming").textContent = "Sign in with the code of your desk: it is the one that you had.";
    return;
  }
  history.replaceState(null, "", location.pathname);

  const some = (one, names) => Object.fromEntries(names.filter((name) => name in one).map((name) => [name, one[name]]));
  const known = (name, one) => {
    if (name.startsWith("draft ")) return some(one, DRAFT);
    if (name !== `waiting ${one.key}` || !one.desk || new URL(one.action, location).origin !== location.origin) return null;
    return { ...some(one, FORM), state: "waiting", said: "", by: "", till: 0, brought: true };
  };
  const keep = () => {
    if (document.body.dataset.root) return; // a demo beside the game has no spare, but its pages share what is kept
    for (const [name, value] of Object.entries(JSON.parse(brought.get("kept") ?? "{}"))) {
      const one = known(name, JSON.parse(value));
      if (one) localStorage.setItem(name, JSON.stringify(one));
    }
  };
  const come = async () => {
    try {
      const answer = await fetch(over, {
        method: "POST", body: new URLSearchParams({ ticket: brought.get("ticket"), next: brought.get("next") ?? "/" }),
        headers: { "X-Sending": "nobody" },
      });
      const { to } = await answer.json();
      const good = answer.ok && new URL(to, location).pathname !== door;
      try { if (good) keep(); } catch { /* what cannot be kept here is still at the first laptop's address */ }
      location.replace(to ?? door);
    } catch {
      setTimeout(come, AGAIN);
    }
  };
  come();
})();
