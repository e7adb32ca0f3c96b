// One language for the box and the page: whoever changes it on one of them changes it on both.

import { $ } from "./dom.js";
import { drive, isDriving, lookWhere, openBankerMenu, pressAndWait } from "./drive.js";
import { latest, onChange } from "./updates.js";
import { settings } from "./settings.js";
import { request } from "./socket.js";
import { currentLanguage, setLanguage, t } from "./words.js";
import { say } from "./wrong.js";

const LANGUAGES = 2; // so often at most the key must be pressed
let isFirst = true; // no look at the box came yet

const isMine = () => latest.control ?? latest.hello?.control;

function apply(language) {
  setLanguage(language);
  $("#language").value = currentLanguage();
}

/** Change the language of the box by its own keys: banker's card, settings, language. */
async function changeBox(language) {
  const isWatched = latest.hello.place === "watch" && latest.watch?.on;
  if (isWatched) request({ do: "watch", on: false, speed: latest.watch.speed });
  await lookWhere((look) => look.screen && !(isWatched && latest.watch.on));
  await openBankerMenu();
  await pressAndWait("1");
  await lookWhere((look) => look.screen === "box.settings");
  for (let presses = 0; latest.look.language !== language && presses < LANGUAGES; presses++) await pressAndWait("2");
  await pressAndWait("*");
  if (isWatched) request({ do: "watch", on: true, speed: latest.watch.speed });
}

async function choose(language) {
  settings.language = language;
  if (!isMine() || !latest.look || latest.power === false) return apply(language);
  if (latest.look.language === language) return apply(language);
  try {
    await drive(() => changeBox(language));
  } catch {
    say(t("language-box"));
  }
  follow();
}

/** The page speaks as the box does; a demo that nobody has touched begins again in the language of the browser. */
function follow() {
  const box = latest.look?.language;
  if (!box || isDriving()) return;
  const atLoad = isFirst;
  isFirst = false;
  if (box === currentLanguage() || (!isMine() && settings.language)) return;
  const isFresh = latest.hello?.place === "demo" && latest.look.log.length === 1 && latest.look.log[0].command.do === "begin";
  if (isFresh && atLoad && isMine()) request({ do: "open", box: "demo", fresh: true, language: currentLanguage() });
  else apply(box);
}

export function start() {
  apply(settings.language || navigator.language.slice(0, 2));
  $("#language").onchange = ({ target }) => choose(target.value);
  onChange(["look", "hello"], () => queueMicrotask(follow));
}
