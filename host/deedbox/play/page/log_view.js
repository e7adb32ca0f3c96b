// The log: what was done, the newest first.

import { $, el, renew } from "./dom.js";
import { balancesOpen, edition, log, money, onGame, state } from "./game.js";
import { currentLanguage, t } from "./words.js";

const signed = (amount) => (amount > 0 ? `+${money(amount)}` : money(amount));

function logList() {
  const lines = log();
  if (!lines.length) return el("p", { class: "soft" }, t("nothing-yet"));
  const items = lines.map((line) => {
    const amounts = balancesOpen() ? Object.entries(line.changes).map(([name, amount]) => `${name} ${signed(amount)}`) : [];
    return el(
      "li",
      { class: line.undone ? "undone" : "" },
      line.text[currentLanguage()],
      amounts.length > 0 && el("small", {}, amounts.join(", ")),
      line.agreed.length > 0 && el("small", {}, t("agreed", { names: line.agreed.join(", ") })),
      line.remote && el("small", {}, t("remote")),
      line.last && el("small", { class: "here" }, t("undo-here")),
    );
  });
  return el("ol", { tabindex: "0", "aria-label": t("log") }, items);
}

export function start() {
  onGame(() => {
    const ready = state() && edition();
    renew($("#log"), ready && logList(), ready && !balancesOpen() && el("p", { class: "soft" }, t("own-page")));
  });
}
