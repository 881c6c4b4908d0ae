// Orders by keyboard and by map. The grid: letters choose a province next to the leg before, Enter goes on, Enter on an
// empty leg ends the row and saves it; that an army stays is said with a full stop. Rules are asked of the server; the page knows only what lies next to what.
(() => {
  "use strict";
  const fold = (text) => text.normalize("NFKD").toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  const $ = (what, within = document) => within.querySelector(what);
  const all = (what, within = document) => [...within.querySelectorAll(what)];
  // An answer and its words; a network that swallows what is asked is one that has failed.
  const ask = (address, options = {}) => contact.within(contact.PATIENCE, async (signal) => {
    const answer = await fetch(address, { ...options, signal });
    return [answer, await answer.text()];
  });

  // The grid --------------------------------------------------------------------------------------------------

  const grid = document.getElementById("grid");
  if (grid) {
    const ground = JSON.parse(document.getElementById("ground").textContent); // id: [name, [[id, marks], …]]
    const find = document.getElementById("find");
    const clan = document.getElementById("clan");
    const missingOnly = document.getElementById("missing-only");
    const says = document.getElementById("grid-says");
    const wrong = document.getElementById("grid-wrong");
    document.body.classList.add("quick");

    const name = (id) => ground[id][0];
    const near = (id) => ground[id][1];
    const rows = () => all("tbody.army", grid).filter((row) => !row.hidden && legs(row).length);
    const legs = (row) => all("input[data-spot]:not([disabled])", row);
    const words = (row) => legs(row).map((leg) => leg.value).join("|");
    const rowOf = (leg) => leg.closest("tbody.army");
    const form = (row) => $(".state form", row);
    const saved = (row) => (row.dataset.order === "none" ? null : row.dataset.order);

    // What a row says -------------------------------------------------------------------------------------------

    // Where the leg at a spot begins: at the army, or at the leg before it; nothing if that one is not known yet.
    const begins = (row, spot) => (spot ? legs(row)[spot - 1].dataset.id : row.dataset.start);
    const matches = (leg) => {
      const from = begins(rowOf(leg), Number(leg.dataset.spot));
      if (!from) return [];
      const typed = fold(leg.value);
      const same = near(from).filter(([id]) => typed && [fold(name(id)), fold(id)].includes(typed));
      return same.length ? same : near(from).filter(([id]) => fold(name(id)).startsWith(typed));
    };
    const take = (leg, id) => {
      leg.value = name(id);
      leg.dataset.id = id;
      clear(leg);
      for (const later of legs(rowOf(leg)).slice(Number(leg.dataset.spot) + 1)) settle(later);
      changed(rowOf(leg));
    };
    // A leg that was typed or stands there already means the province of that name, if it still lies next to the last.
    const settle = (leg) => {
      delete leg.dataset.id;
      if (!leg.value.trim() || meansStay(leg)) return clear(leg);
      const found = matches(leg);
      if (found.length !== 1) return complain(leg);
      leg.dataset.id = found[0][0];
      leg.value = name(found[0][0]);
      clear(leg);
    };
    const complain = (leg) => {
      const row = rowOf(leg);
      const from = begins(row, Number(leg.dataset.spot));
      const found = matches(leg).map(([id]) => name(id));
      const typed = leg.value.trim();
      let sentence = "The leg before this one is not known yet.";
      if (from && found.length > 1) sentence = `“${typed}” could be ${found.slice(0, -1).join(", ")} or ${found.at(-1)}. Type more of it.`;
      else if (from) sentence = `“${typed}” is no province next to ${name(from)}. From ${name(from)}: ${near(from).map(([id]) => name(id)).join(", ")}.`;
      leg.setAttribute("aria-invalid", "true");
      leg.setAttribute("aria-describedby", note(row, sentence).id);
      return false;
    };
    const note = (row, sentence) => {
      let line = $("tr.client", row);
      if (!line) {
        line = document.createElement("tr");
        line.className = "note client";
        line.innerHTML = `<td><p class="wrong" role="alert"></p></td>`;
        line.firstChild.colSpan = grid.tHead.rows[0].cells.length;
        row.rows[0].after(line);
      }
      const said = $(".wrong", line);
      said.id = `said-${row.dataset.army}`;
      said.textContent = sentence;
      return said;
    };
    const clear = (leg) => {
      const row = rowOf(leg);
      leg.removeAttribute("aria-invalid");
      leg.removeAttribute("aria-describedby");
      if (!$("[aria-invalid]", row)) $("tr.client", row)?.remove();
    };
    const route = (row) => legs(row).map((leg) => leg.dataset.id).filter(Boolean);
    const isDirty = (row) => {
      const typed = legs(row).some((leg) => leg.value.trim() && !leg.dataset.id);
      return typed || route(row).join(",") !== (saved(row) ?? "");
    };
    // After every change: whether there is something to save, and how far the army would get.
    const changed = (row) => {
      row.classList.toggle("dirty", isDirty(row));
      window.sending?.typed(form(row)); // what Enter or a list put there is the umpire's as well
      foresee(row);
    };
    const foresee = async (row) => {
      const asked = route(row).join(",");
      row.dataset.asked = asked;
      try {
        const [answer, html] = await ask(`${form(row).getAttribute("action").split("?")[0]}/draft?route=${encodeURIComponent(asked)}`);
        if (!answer.ok || row.dataset.asked !== asked || !row.isConnected) return;
        $(".gives", row).innerHTML = html;
        const walks = Number($("[data-walks]", row)?.dataset.walks ?? 9);
        legs(row).forEach((leg, spot) => leg.classList.toggle("beyond", Boolean(leg.dataset.id) && spot >= walks));
      } catch {
        // cut off: the band at the top says so
      }
    };

    // Saving ----------------------------------------------------------------------------------------------------

    const save = async (row) => {
      if (row.dataset.sending) return;
      for (const leg of legs(row)) if (!leg.dataset.id) settle(leg);
      const unclear = $("[aria-invalid][data-spot]", row);
      if (unclear && !unclear.dataset.id && unclear.value.trim()) return enter(unclear);
      const sent = new URLSearchParams(new FormData(form(row)));
      const was = words(row);
      row.dataset.sending = "yes";
      row.classList.add("sending");
      try {
        const [answer, html] = await ask(form(row).action, { method: "POST", body: sent, headers: { "HX-Request": "true", "X-Desk": document.body.dataset.desk } });
        if (answer.redirected || !html.includes("<tbody")) throw new Error("no row");
        const typedOn = words(row) !== was;
        if (!answer.ok) window.sending?.write();
        const fresh = replace(row, html, answer.ok, typedOn);
        if (answer.ok) window.sending?.sent(form(row), form(fresh));
      } catch {
        delete row.dataset.sending;
        row.classList.remove("sending");
        if (!window.sending) return tell(row, "not saved: the server does not answer. Try again.");
        const way = legs(row).map((leg) => leg.value.trim()).filter(Boolean).join(" – ") || "stays";
        window.sending.keep(form(row), sent, `Order of ${$("th a", row).textContent}: ${way}`);
      }
    };
    // What waited is in, maybe since before this page was loaded: its row comes as the server has it now. What was typed on
    // in it meanwhile stays there, and is the draft now. If the network loses the row, it is asked for again.
    const taken = new Map(); // army: what was sent for it, until its row has come
    document.addEventListener("sending:done", ({ detail: { action, fields } }) => {
      const [address] = action.split("?");
      const row = all("tbody.army", grid).find((one) => form(one)?.getAttribute("action").split("?")[0] === address);
      if (!row) return;
      const sent = new Map(fields);
      taken.set(row.dataset.army, legs(row).map((leg) => sent.get(leg.name)).join("|"));
      bring(row);
    });
    const bring = async (row) => {
      if (row.dataset.sending || row.dataset.fetching) return;
      const html = await fetched(row);
      if (!html || row.dataset.sending) return;
      const fresh = replace(row, html, true, isDirty(row) && words(row) !== taken.get(row.dataset.army));
      window.sending.sent(form(row), form(fresh));
    };
    contact.on("open wake heartbeat", () => { for (const army of taken.keys()) bring(document.getElementById(`army-${army}`)); });
    // A draft of a row is typed by nobody: its legs are looked up as those that stood there.
    grid.addEventListener("sending:draft", (event) => {
      const row = rowOf(event.target);
      legs(row).forEach((leg) => leg.value && quietly(leg));
      event.preventDefault();
      changed(row);
    });
    // The server's row takes the place of ours. What was typed meanwhile stays; so does the place of the cursor.
    const replace = (row, html, isIn, typedOn) => {
      const box = document.createElement("table");
      box.innerHTML = html;
      const fresh = box.tBodies[0];
      const at = row.contains(document.activeElement) ? document.activeElement : null;
      const caret = at?.matches("input[data-spot]") ? [at.selectionStart, at.selectionEnd] : null;
      taken.delete(row.dataset.army);
      if (typedOn) {
        for (const leg of legs(row)) {
          const twin = $(`[name="${leg.name}"]`, fresh);
          if (twin) [twin.value, twin.dataset.id] = [leg.value, leg.dataset.id ?? ""];
        }
      }
      close();
      fresh.hidden = row.hidden;
      row.replaceWith(fresh);
      if (!isIn || typedOn) legs(fresh).forEach((leg) => !leg.getAttribute("aria-invalid") && leg.value && quietly(leg));
      fresh.classList.toggle("dirty", !isIn || isDirty(fresh));
      if (at) {
        const twin = at.name && $(`[name="${at.name}"]`, fresh);
        const bad = $("[aria-invalid]", fresh);
        (bad || twin || $("button", fresh))?.focus();
        if (caret && twin === document.activeElement) twin.setSelectionRange(...caret); // he types on
      }
      if (isIn) {
        says.textContent = `${$("th a", fresh).textContent}: ${route(fresh).map(name).join(" – ") || "stays"}.`;
        if (wrong.dataset.army === fresh.dataset.army) wrong.hidden = true;
      } else {
        tell(fresh, ($(".wrong p", fresh) ?? $(".wrong", fresh))?.textContent.trim() ?? "not taken.");
      }
      compare();
      return fresh;
    };
    const quietly = (leg) => {
      const found = matches(leg);
      if (found.length === 1) leg.dataset.id = found[0][0];
      else delete leg.dataset.id;
    };
    // What went wrong while the hands are at another row stands at the foot of the page, with the way back.
    const tell = (row, sentence) => {
      if (row.contains(document.activeElement)) return;
      $(".words", wrong).textContent = `${$("th a", row).textContent}: ${sentence.replace(/\s+/g, " ")}`;
      wrong.dataset.army = row.dataset.army;
      wrong.hidden = false;
    };
    $("button", wrong).addEventListener("click", () => {
      const row = document.getElementById(`army-${wrong.dataset.army}`);
      wrong.hidden = true;
      if (row) enter($("[aria-invalid]", row) || $(".mine", row) || legs(row)[0]);
    });
    const enter = (field) => {
      field?.focus();
      field?.select?.();
      field?.scrollIntoView({ block: "nearest" });
    };
    const next = (row) => {
      const after = rows();
      const spot = after.indexOf(row);
      const ahead = after.slice(spot + 1).find((other) => !missingOnly.checked || "missing" in other.dataset || isDirty(other));
      if (ahead) return enter(legs(ahead)[0]);
      const left = (other) => other !== row && !other.dataset.sending; // what is on its way tells by itself if it is wrong
      const faulty = after.find((other) => left(other) && (other.classList.contains("faulty") || other.classList.contains("dirty")));
      if (faulty && !find.value) return enter($("[aria-invalid]", faulty) || legs(faulty)[0]);
      enter(find);
    };
    const finish = (row) => {
      const reason = $("[name=late]", row);
      const said = Boolean(row.dataset.stays) || saved(row) !== null || legs(row).some((leg) => leg.value.trim());
      const toSave = said && (saved(row) === null || isDirty(row) || row.classList.contains("faulty"));
      if (!said) says.textContent = `${$("th a", row).textContent}: no order yet.`;
      if (toSave && reason && !reason.value.trim()) return enter(reason);
      if (toSave) save(row);
      next(row);
    };

    // One key says it, or the word: a row passed over with Enter has said nothing. So the Enter that a hand adds to the
    // full stop, as it does to every leg, passes over no other.
    const HABIT = 600; // milliseconds between the two
    let stopped = -Infinity;
    const stay = (row) => {
      empty(legs(row));
      row.dataset.stays = "yes";
      changed(row);
      finish(row);
    };
    const empty = (some) => {
      for (const leg of some) {
        leg.value = "";
        delete leg.dataset.id;
        clear(leg);
      }
    };
    const meansStay = (leg) => leg.dataset.spot === "0" && (leg.value.trim() === "." || ["stay", "stays"].includes(fold(leg.value)));

    // Keys ------------------------------------------------------------------------------------------------------

    const list = document.createElement("ul");
    list.className = "matches";
    list.id = "matches";
    list.setAttribute("role", "listbox");
    list.hidden = true;
    let open = null; // the leg whose matches are shown
    let chosen = 0;
    const close = () => {
      open?.removeAttribute("aria-activedescendant");
      open?.setAttribute("aria-expanded", "false");
      [open, chosen, list.hidden] = [null, 0, true];
    };
    const show = (leg) => {
      const found = leg.dataset.id ? [] : matches(leg);
      if (!found.length) return close();
      open = leg;
      chosen = Math.min(chosen, found.length - 1);
      list.replaceChildren(...found.map(([id, marks], spot) => {
        const item = document.createElement("li");
        item.id = `match-${id}`;
        item.dataset.id = id;
        item.setAttribute("role", "option");
        item.setAttribute("aria-selected", String(spot === chosen && Boolean(leg.value)));
        item.append(name(id), ...marks.map((said) => Object.assign(document.createElement("span"), { className: "hint", textContent: said })));
        return item;
      }));
      leg.parentElement.append(list);
      list.hidden = false;
      for (const [what, value] of [["role", "combobox"], ["aria-controls", "matches"], ["aria-expanded", "true"], ["aria-autocomplete", "list"]]) leg.setAttribute(what, value);
      if (leg.value) leg.setAttribute("aria-activedescendant", `match-${found[chosen][0]}`);
    };
    list.addEventListener("pointerdown", (event) => {
      const item = event.target.closest("[data-id]");
      if (!item || !open) return;
      event.preventDefault();
      const leg = open;
      take(leg, item.dataset.id);
      close();
      enter(legs(rowOf(leg))[Number(leg.dataset.spot) + 1]);
    });
    const goOn = (leg) => {
      const row = rowOf(leg);
      const spot = Number(leg.dataset.spot);
      if (!leg.value.trim()) {
        empty(legs(row).slice(spot));
        if (row.classList.contains("dirty") !== isDirty(row)) changed(row);
        return finish(row);
      }
      if (meansStay(leg)) return stay(row);
      if (!leg.dataset.id) {
        const found = matches(leg);
        if (!found.length) return complain(leg);
        take(leg, found[Math.min(chosen, found.length - 1)][0]);
      }
      const ahead = legs(row)[spot + 1];
      return ahead ? enter(ahead) : finish(row);
    };
    const beside = (leg, by) => {
      const across = legs(rowOf(leg))[Number(leg.dataset.spot) + by];
      if (across) enter(across);
      return Boolean(across);
    };
    const below = (leg, by) => {
      const other = rows()[rows().indexOf(rowOf(leg)) + by];
      if (other) enter(legs(other)[Math.min(Number(leg.dataset.spot), legs(other).length - 1)]);
    };
    grid.addEventListener("keydown", (event) => {
      const leg = event.target;
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (leg.name === "late" && event.key === "Enter") {
        event.preventDefault();
        if (!leg.value.trim()) return;
        if (!legs(rowOf(leg)).some((one) => one.value.trim())) rowOf(leg).dataset.stays = "yes"; // why else a reason
        return void finish(rowOf(leg));
      }
      if (!leg.matches?.("input[data-spot]")) return;
      if (event.key === "Enter" && event.timeStamp - stopped < HABIT) {
        event.preventDefault();
        stopped = -Infinity;
        return;
      }
      const whole = leg.selectionStart === 0 && leg.selectionEnd === leg.value.length;
      const keys = {
        Enter: () => goOn(leg),
        "/": () => enter(find),
        Escape: () => close(),
        ArrowDown: () => (open && leg.value ? (chosen++, show(leg)) : below(leg, 1)),
        ArrowUp: () => (open && leg.value ? (chosen = Math.max(0, chosen - 1), show(leg)) : below(leg, -1)),
        ArrowRight: () => (whole || leg.selectionStart === leg.value.length) && beside(leg, 1),
        ArrowLeft: () => (whole || leg.selectionEnd === 0) && beside(leg, -1),
        Backspace: () => !leg.value && beside(leg, -1),
      };
      if (keys[event.key] && keys[event.key]() !== false) event.preventDefault();
    });
    grid.addEventListener("input", (event) => {
      const leg = event.target;
      if (!leg.matches("input[data-spot]")) return;
      delete rowOf(leg).dataset.stays;
      if (leg.value === "." && meansStay(leg)) {
        stopped = event.timeStamp;
        return stay(rowOf(leg));
      }
      chosen = 0;
      delete leg.dataset.id;
      clear(leg);
      show(leg);
      if (!leg.value) for (const later of legs(rowOf(leg)).slice(Number(leg.dataset.spot) + 1)) if (later.value) settle(later);
      changed(rowOf(leg));
    });
    grid.addEventListener("focusin", (event) => {
      close();
      event.target.closest("tbody")?.classList.remove("news-here");
      if (!event.target.matches("input[data-spot]")) return;
      event.target.select();
      show(event.target);
    });
    // Leaving a leg by Tab or mouse takes what was typed, if it can only mean one province.
    grid.addEventListener("focusout", (event) => {
      const leg = event.target;
      if (!leg.matches("input[data-spot]") || !leg.value.trim() || meansStay(leg) || leg.dataset.id || !leg.isConnected) return;
      const found = matches(leg);
      if (found.length === 1) take(leg, found[0][0]);
      else complain(leg);
    });
    grid.addEventListener("focusout", () => setTimeout(() => grid.contains(document.activeElement) || close()));
    grid.addEventListener("submit", (event) => {
      event.preventDefault();
      event.stopPropagation();
      save(event.target.closest("tbody.army"));
    });
    grid.addEventListener("click", async (event) => {
      const theirs = event.target.closest(".theirs");
      if (!theirs) return;
      event.preventDefault();
      const row = theirs.closest("tbody.army");
      enter(legs(await renew(row, words(row)))[0]);
    });

    // What happens at other desks -------------------------------------------------------------------------------

    // The row as the server has it now; it stays as it is where something else stands in it by then than what may go,
    // and where the network lost what was asked: then it is asked for again.
    const renew = async (row, goes) => {
      const html = await fetched(row);
      return html && (goes === undefined ? !inUse(row) : words(row) === goes) ? replace(row, html, true, false) : row;
    };
    const fetched = async (row) => {
      row.dataset.fetching = "yes";
      try {
        const [answer, html] = await ask(grid.dataset.row.replace(/0$/, row.dataset.army));
        return answer.ok && !answer.redirected && row.isConnected ? html : "";
      } catch {
        return "";
      } finally {
        delete row.dataset.fetching;
      }
    };
    const inUse = (row) => row.classList.contains("dirty") || row.contains(document.activeElement);
    // A row that nobody is at shows at once what another desk entered; one in use only says that something has changed.
    // Rows and the part beside them say at which entry of the journal they stood: the later of the two is right.
    const compare = () => {
      const told = $("#orders-in [data-marks]")?.dataset;
      if (!told) return;
      const known = new Map(told.marks.split(" ").filter(Boolean).map((pair) => pair.split(":")));
      if (told.closed !== grid.dataset.closed && !all("tbody.dirty, tbody.sending, form[data-sent], form[data-waiting='waiting']").length) return location.reload();
      for (const row of all("tbody.army", grid)) {
        const mark = known.get(row.dataset.army);
        if (!mark || mark === row.dataset.mark || Number(told.at) <= Number(row.dataset.at) || row.dataset.sending) continue;
        const [order, was] = [mark, row.dataset.mark].map((one) => one.split(".")[2]);
        if (inUse(row)) row.classList.add("elsewhere");
        else if (!row.dataset.fetching) {
          renew(row).then((fresh) => {
            if (fresh !== row) fresh.classList.toggle("news-here", order !== was);
            else if (inUse(row)) row.classList.add("elsewhere");
          });
        }
      }
    };
    document.body.addEventListener("htmx:afterSwap", (event) => {
      if (event.target.id === "orders-in") compare();
    });
    contact.on("open wake heartbeat", compare); // what the network lost is asked for again

    // Finding ---------------------------------------------------------------------------------------------------

    const sift = () => {
      const words = fold(find.value);
      const named = (row) => row.dataset.find.split(" ").map(fold).includes(words);
      const exactly = words && all("tbody.army", grid).some(named); // a whole code or name means that one alone
      for (const row of all("tbody.army", grid)) {
        const fits = exactly ? named(row) : fold(row.dataset.find).includes(words);
        row.hidden = !fits || (clan.value && row.dataset.clan !== clan.value) || (missingOnly.checked && !("missing" in row.dataset) && !isDirty(row));
      }
    };
    find.form.addEventListener("submit", (event) => {
      event.preventDefault();
      event.stopPropagation();
      enter(rows()[0] && legs(rows()[0])[0]);
    });
    find.addEventListener("input", sift);
    for (const field of [clan, missingOnly]) field.addEventListener("change", sift);
    find.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown") enter(rows()[0] && legs(rows()[0])[0]);
      if (event.key !== "Escape") return;
      find.value = "";
      sift();
    });
    // Whoever has just come to the page and types a province means the first army without an order.
    document.addEventListener("keydown", (event) => {
      if (event.target !== document.body || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!/^[\p{L}.]$/u.test(event.key)) return;
      const first = rows().find((row) => saved(row) === null);
      if (first) enter(legs(first)[0]);
    });
    document.addEventListener("keydown", (event) => {
      if (event.key !== "/" || event.target.closest("input, select, textarea") || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      enter(find);
    }, true);

    for (const row of all("tbody.army", grid)) {
      legs(row).forEach((leg) => !leg.dataset.id && leg.value && quietly(leg));
      row.classList.toggle("dirty", isDirty(row));
    }
    window.addEventListener("beforeunload", (event) => {
      if (all("tbody.dirty", grid).length) event.preventDefault();
    });
  }

  // The map beside one army's order ---------------------------------------------------------------------------

  const board = $('[data-map="route"]');
  if (board) {
    const says = document.getElementById("map-says");
    const first = says.textContent;
    const svg = (kind, tags) => {
      const made = document.createElementNS("http://www.w3.org/2000/svg", kind);
      for (const [tag, value] of Object.entries(tags)) made.setAttribute(tag, value);
      return made;
    };
    const shapes = (id) => all(`.province[data-province="${id}"]`, board);
    const title = (id) => $("title", shapes(id)[0])?.textContent.split(":")[0] ?? id;
    const state = () => document.getElementById("route-so-far").dataset;
    const steps = () => [state().start, ...state().route.split(" ").filter(Boolean)];

    // Where an army can go is edged, its way is drawn as arrows, on the map and again in the inset.
    const show = () => {
      for (const shape of all(".route-near, .route-on", board)) shape.classList.remove("route-near", "route-on");
      for (const drawn of all(".route-way", board)) drawn.remove();
      for (const leg of all("#order [data-leg]")) for (const shape of shapes(leg.dataset.leg)) shape.classList.add("route-near");
      const way = steps();
      const walked = way.length - 1 - all("#route-so-far .beyond").length;
      for (const id of way) for (const shape of shapes(id)) shape.classList.add("route-on");
      for (let sheet = 0; sheet < 2; sheet++) {
        const home = shapes(way.at(-1))[sheet]?.closest("svg");
        if (!home) continue;
        const over = svg("g", { class: "route-way" });
        (shapes(way[0])[0].closest("[data-layer]") ?? shapes(way[0])[0]).parentNode.append(over);
        way.slice(1).forEach((id, spot) => arrow(over, shapes(way[spot])[sheet], shapes(id)[sheet], spot >= walked));
      }
    };
    const middle = (shape, within) => {
      const box = shape.getBBox();
      const at = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);
      return at.matrixTransform(within.getScreenCTM().inverse().multiply(shape.getScreenCTM()));
    };
    const arrow = (over, from, to, beyond) => {
      if (!from || !to) return;
      const [a, b] = [middle(from, over), middle(to, over)];
      const [x, y] = [b.x - a.x, b.y - a.y];
      const long = Math.hypot(x, y) || 1;
      const [u, v] = [x / long, y / long];
      const neck = { x: b.x - u * 9, y: b.y - v * 9 };
      const line = { x1: a.x, y1: a.y, x2: neck.x, y2: neck.y };
      over.append(svg("line", { ...line, class: "route-arrow casing" }), svg("line", { ...line, class: `route-arrow${beyond ? " beyond" : ""}` }));
      const head = [[b.x, b.y], [neck.x - v * 6 - u * 4, neck.y + u * 6 - v * 4], [neck.x + v * 6 - u * 4, neck.y - u * 6 - v * 4]];
      over.append(svg("polygon", { points: head.map((at) => at.join(",")).join(" "), class: "route-head" }));
    };
    const say = (sentence, no = true) => {
      says.textContent = sentence;
      says.classList.toggle("no", no);
    };
    const tap = (id) => {
      const way = steps();
      const leg = $(`#order [data-leg="${id}"]`);
      if (way.length > 1 && way.at(-1) === id) document.getElementById("take-back").click();
      else if (leg) leg.click();
      else if (way.length === 1 && way[0] === id) say(`The army stands in ${title(id)}. Tap a province next to it.`);
      else if (state().full) say(`The route has all the legs of a season. Tap ${state().end} to take it back.`);
      else say(`No border or crossing leads from ${state().end} to ${title(id)}. From ${state().end}: ${all("#order [data-leg]").map((one) => one.firstChild.textContent.trim()).join(", ")}.`);
    };
    // Here a flag is no way to its army's page: it is part of the province it stands in.
    for (const sign of all("[role=link]", board)) for (const tag of ["role", "tabindex"]) sign.removeAttribute(tag);
    board.addEventListener("province", (event) => tap(event.detail.id)); // map.js tells a tap from a push of the map
    board.addEventListener("click", (event) => {
      if (event.target.closest("[data-army]")) event.stopPropagation();
    });
    // A tap stands in the form at once: whoever enters the order before the server has drawn the longer way sends it.
    document.getElementById("order").addEventListener("click", (event) => {
      const chosen = event.target.closest("[data-leg], #take-back");
      if (!chosen || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const names = all("#route-so-far li:not(.start)").map((leg) => leg.textContent.trim());
      const way = chosen.dataset.leg ? [...names, chosen.firstChild.textContent.trim()] : names.slice(0, -1);
      document.getElementById("route").value = way.join(", ");
      window.sending?.typed(document.getElementById("order-form")); // a draft, as what is typed there
    });
    // A draft that was taken up, or thrown away, stands in the form alone: map and legs go on from there as well.
    document.getElementById("order").addEventListener("input", ({ target: route, isTrusted }) => {
      if (route.id !== "route" || isTrusted) return;
      htmx.trigger(route, "follow");
    });
    document.body.addEventListener("htmx:afterSettle", ({ target }) => target.id === "so-far" && show());
    // The form that comes goes on from the one before: by the same order as the page found, with what was typed, and at
    // its own address, so that a reload finds it.
    let before;
    document.body.addEventListener("htmx:beforeSwap", ({ target }) => {
      if (target.id === "order") before = { form: document.getElementById("order-form"), found: document.getElementById("route").defaultValue };
    });
    document.body.addEventListener("htmx:afterSwap", ({ target, detail }) => {
      if (target.id !== "order") return;
      const route = document.getElementById("route");
      route.value = `${route.value}`; // his own from now on, or it would become what was found
      route.defaultValue = before.found;
      window.sending?.sent(before.form, route.form);
      history.replaceState(history.state, "", detail.pathInfo.finalRequestPath);
      say(first, false);
      show();
    });
    show();
  }
})();
