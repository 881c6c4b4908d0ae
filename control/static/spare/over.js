// Somebody comes over from the first laptop: what he brings stands behind the # of the address, where no log sees it.
// It is taken out of the address at once; forms that wait to be sent go on waiting here, and he is signed in as there.
(() => {
  "use strict";
  const brought = new URLSearchParams(location.hash.slice(1));
  if (!brought.get("ticket")) {
    document.getElementById("coming").textContent = "Sign in with the code of your desk: it is the one that you had.";
    return;
  }
  history.replaceState(null, "", location.pathname);
  try {
    for (const [name, value] of Object.entries(JSON.parse(brought.get("kept") ?? "{}"))) {
      if (/^(waiting|draft) /.test(name)) localStorage.setItem(name, value);
    }
  } catch { /* what cannot be kept here is still at the first laptop's address */ }
  const form = document.getElementById("over");
  form.elements.ticket.value = brought.get("ticket");
  form.elements.next.value = brought.get("next") ?? "/";
  HTMLFormElement.prototype.submit.call(form);
})();
