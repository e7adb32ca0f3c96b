// The dialog for a new game. It sets the box up by pressing its keys and tapping its tags, as people would.

import { $, $$, el, renew } from "./dom.js";
import { open } from "./dialogs.js";
import { drive, keysNow, lookWhere, openSetup, pressAndWait, rowOf, tapAndWait } from "./drive.js";
import { fetchChoices, fetchEdition, fillNames } from "./host.js";
import { badge } from "./pieces.js";
import { settings } from "./settings.js";
import { type, request } from "./socket.js";
import { end } from "./tour.js";
import { latest, publish } from "./updates.js";
import { currentLanguage, t } from "./words.js";
import { say } from "./wrong.js";

const TOKENS = 8;
const NAME_MOST = 12; // letters of a player's name
const ON_PAGE = 6; // favourite house rules on one page of the box
const SHOWN = 10; // letters of a name on the display, the last ones
const BEDTIME = "bedtime"; // the favourite that has minutes
const STEPS = [60, 90, 120]; // minutes that one key goes through
const LONGEST = 600; // minutes

// -- driving the set-up --

/** The digit in front of a line of the display. */
function digit(text) {
  const row = latest.look.rows.find((one) => one.slice(2).trim() === text);
  return row?.trim()[0];
}

const boardTitle = (id) => id.split("-").map((word) => word[0].toUpperCase() + word.slice(1)).join(" ").slice(0, 19);

async function chooseBoard(board) {
  await pressAndWait("1");
  await lookWhere((look) => look.screen === "setup.editions");
  let at = digit(boardTitle(board));
  for (let pages = 0; !at && keysNow().includes("B") && pages < 8; pages++) await pressAndWait("B"), (at = digit(boardTitle(board)));
  await pressAndWait(at ?? "*");
  await lookWhere((look) => look.screen === "setup.new_game");
  if (!at) throw new Error("the box does not follow");
}

async function chooseRules({ favourites, bedtime }) {
  await pressAndWait("3");
  await lookWhere((look) => look.screen === "setup.favourite_rules");
  type("0"); // 0: as printed. The picture may stay the same, so nobody waits for it
  let page = 0;
  for (const [at, id] of favourites) {
    if (Math.floor(at / ON_PAGE) !== page) {
      await pressAndWait("8");
      page = 1 - page;
    }
    const times = id === BEDTIME ? STEPS.indexOf(bedtime) + 1 : 1;
    for (let n = 0; n < times; n++) await pressAndWait(String((at % ON_PAGE) + 1));
  }
  await pressAndWait("#");
  await lookWhere((look) => look.screen === "setup.new_game");
}

/** Which game the display shows: [variant, minutes]. */
function shownGame(words) {
  const row = rowOf(2);
  if (words.short.some((word) => row.includes(word))) return ["short", 0];
  if (words.standard.some((word) => row.includes(word))) return ["standard", 0];
  return ["time", Number(row.match(/ (\d+) /)?.[1] ?? 0)];
}

async function chooseGame(variant, minutes, words) {
  const step = STEPS.includes(minutes) ? minutes : STEPS[0];
  for (let tries = 0; tries < 8; tries++) {
    const [now, nowMinutes] = shownGame(words);
    if (now === variant && (variant !== "time" || nowMinutes === step)) break;
    await pressAndWait("2");
  }
  if (variant !== "time" || step === minutes) return;
  await pressAndWait("3"); // other minutes are typed on the page of house rules
  await pressAndWait("C");
  await lookWhere((look) => look.screen === "setup.one_rule");
  await pressAndWait(String(minutes));
  await pressAndWait("#");
  while (latest.look.screen !== "setup.new_game") await pressAndWait("*");
}

/** Press the digit of a line if the word in it is not the wanted one. */
async function chooseLine(key, wanted, words) {
  const isOn = words.some((word) => rowOf(key).trim().endsWith(word));
  if (isOn !== wanted) await pressAndWait(key);
}

async function chooseDiceAndCards({ dice, cards }, words) {
  await pressAndWait("4");
  await lookWhere((look) => look.screen === "setup.dice_and_cards");
  await chooseLine("1", dice === "box", words.box);
  await chooseLine("2", cards === "box", words.box);
  await pressAndWait("#");
  await lookWhere((look) => look.screen === "setup.new_game");
}

const plain = (name) => name.trim().replace(/ß/g, "SS").toUpperCase();

/**
 * The keys that write a name as on an old phone, and the name as the box can write it.
 * The box makes the first letter of each word a capital and the others small; B changes the last letter.
 */
export function keysFor(name, letters) {
  const groups = letters.split(" ");
  groups.unshift(" 0");
  let keys = "";
  let written = "";
  for (const char of name.trim().normalize("NFC").replace(/ß/g, "ss").slice(0, NAME_MOST)) {
    const capital = char.toUpperCase();
    const letter = [capital, capital.normalize("NFD")[0], "-"].find((one) => groups.some((group) => group.includes(one)));
    const key = groups.findIndex((group) => group.includes(letter));
    if (keys.endsWith(String(key))) keys += "A";
    keys += String(key).repeat(groups[key].indexOf(letter) + 1);
    const small = letter.toLowerCase();
    const asTyped = char === capital ? letter : small;
    const byItself = !written || " -.'".includes(written.at(-1)) ? letter : small;
    if (asTyped !== byItself) keys += "B";
    written += asTyped;
  }
  return { keys, written };
}

/** Type a name for the token that was tapped last. False if another token has this name. */
async function typeName(name, letters) {
  const { keys, written } = keysFor(name, letters);
  await pressAndWait("D");
  await lookWhere((look) => look.screen === "setup.player_name");
  type(keys);
  if (written) await lookWhere((look) => look.rows[1].trim().startsWith(written.slice(-SHOWN).trim()));
  await pressAndWait("#");
  if (latest.look.screen === "setup.new_game") return true;
  while (latest.look.screen !== "setup.new_game") await pressAndWait("*");
  return false;
}

/** Each token is called again what the board calls it, so that any name is free. */
async function forgetNames() {
  for (let token = 1; token <= TOKENS; token++) {
    await tapAndWait(`token:${token}`);
    await pressAndWait("D");
    await pressAndWait("#");
    await lookWhere((look) => look.screen === "setup.new_game");
    await pressAndWait("*");
  }
}

async function clearSeats() {
  while (keysNow().includes("D") && !keysNow().includes("B")) await pressAndWait("*");
}

async function seat(players, letters) {
  for (const { token, name } of players) {
    await tapAndWait(`token:${token}`);
    if (name && !(await typeName(name, letters))) return false;
  }
  return true;
}

async function fillSetup(choice, words) {
  // A box that is open already stays as it is: opening it again would be a power cut.
  if (latest.hello?.place !== "own") request({ do: "open", box: "own", language: currentLanguage() });
  await lookWhere((look) => look.screen && latest.hello?.place === "own");
  await openSetup();
  await clearSeats();
  await chooseBoard(choice.board);
  await chooseRules(choice);
  await chooseGame(choice.variant, choice.minutes, words);
  await chooseDiceAndCards(choice, words);
  if (rowOf(5)) await chooseLine("5", choice.ownRule, words.yes);
  const letters = words.letters_of[0];
  if (!(await seat(choice.players, letters))) {
    await clearSeats();
    await forgetNames();
    if (!(await seat(choice.players, letters))) throw new Error("name-taken");
  }
  await pressAndWait("A");
}

async function begin(choice, words) {
  end();
  publish({ planned: { board: choice.board, players: choice.players } }); // names for the screens of the set-up
  try {
    await drive(() => fillSetup(choice, words));
  } catch (error) {
    say(t({ "no-room": "no-room", "name-taken": "name-taken" }[error.message] ?? "set-up-yourself"));
  }
}

// -- the dialog --

/** Names that a board leaves open, to be typed right here. */
async function namesForm(board, done) {
  const edition = await fetchEdition(board.id);
  const spaces = edition.spaces.filter((one) => one.placeholder);
  const fields = spaces.map((one) =>
    el("label", { class: `open-name group-${one.group}` }, el("i", { "aria-hidden": "true" }), el("span", {}, one.name, one.price ? ` (${one.price})` : ""), el("input", { type: "text", name: one.index, maxlength: 40, autocomplete: "off" })),
  );
  const faults = el("p", { class: "fault", role: "alert" });
  const save = el("button", { type: "button", class: "main" }, t("use-names"));
  save.onclick = async () => {
    const names = Object.fromEntries(fields.map((field) => $("input", field)).filter((field) => field.value.trim()).map((field) => [field.name, field.value.trim()]));
    const answer = await fillNames(board.id, names).catch((error) => ({ faults: [error.message] }));
    faults.textContent = answer.faults?.join(" ") ?? "";
    if (answer.id) done(answer.id);
  };
  return el("fieldset", { class: "open-names" }, el("legend", {}, t("names-missing", { count: spaces.length })), el("p", { class: "soft" }, t("names-how")), el("div", { class: "two" }, fields), faults, save);
}

/** One row for each player: the token with its colour, and the name. */
function playerRows(place, players, most) {
  const taken = () => players.map((one) => one.token);
  const free = (after) => Array.from({ length: TOKENS }, (_, n) => ((after + n) % TOKENS) + 1).find((token) => !taken().includes(token));
  const show = (focus) => {
    renew(
      place,
      players.map((one, at) => {
        const colour = el("button", { type: "button", class: `fob player${one.token}`, "data-keep": `colour${at}`, title: t("next-colour"), "aria-label": t("colour-of", { number: at + 1, token: one.token }) }, badge(one.token));
        colour.onclick = () => ((one.token = free(one.token) ?? one.token), show());
        const name = el("input", { type: "text", class: "player-name", value: one.name, maxlength: NAME_MOST, autocomplete: "off", spellcheck: "false", "aria-label": t("name-of", { number: at + 1 }), placeholder: t("name-of", { number: at + 1 }), "data-keep": `name${at}` });
        name.oninput = () => ((one.name = name.value), name.setCustomValidity(""));
        const leave = el("button", { type: "button", class: "leave", "data-keep": `leave${at}`, "aria-label": t("remove-player", { number: at + 1 }), hidden: players.length <= 2 }, "\u00d7");
        leave.onclick = () => (players.splice(at, 1), show());
        return el("div", { class: "player-row" }, colour, name, leave);
      }),
      players.length < most && el("button", { type: "button", class: "add", "data-keep": "add", onclick: () => (players.push({ token: free(0), name: "" }), show(players.length - 1)) }, t("add-player")),
    );
    if (focus !== undefined) $$(".player-name", place)[focus].focus();
  };
  show();
}

const radios = (name, options, chosen) => options.map(([value, label]) => el("label", { class: "pick" }, el("input", { type: "radio", name, value, checked: value === chosen }), el("span", {}, label)));

const minutesField = (name, value) => el("input", { type: "number", name, value, min: 5, max: LONGEST, step: 5, class: "minutes", "aria-label": t("minutes") });

function rulesFields({ favourites }) {
  return favourites.map((one, n) =>
    el(
      "label",
      { class: "check" },
      el("input", { type: "checkbox", name: "favourite", value: n, "data-id": one.id }),
      el("span", {}, one.label, el("small", {}, t(`favourite-${one.id}`)), one.effect && el("small", { class: "effect" }, one.effect)),
      one.id === BEDTIME && el("select", { name: "bedtime", "aria-label": t("minutes") }, STEPS.map((minutes) => el("option", { value: minutes, selected: minutes === 90 }, t("minutes-are", { minutes })))),
    ),
  );
}

/** What was chosen in the dialog. */
function chosen(form, players) {
  const choice = new FormData(form);
  const favourites = $$("[name=favourite]:checked", form).map((field) => [Number(field.value), field.dataset.id]);
  return {
    board: choice.get("board"),
    players: players.map((one) => ({ token: one.token, name: one.name.trim() })),
    variant: choice.get("variant"),
    minutes: Math.min(LONGEST, Math.max(5, Math.round(Number(choice.get("minutes")) || STEPS[0]))),
    favourites,
    bedtime: Number(choice.get("bedtime")),
    ownRule: choice.get("own-rule") === "on",
    dice: choice.get("dice"),
    cards: choice.get("cards"),
  };
}

/** Two players with one name would be one player. */
function checkNames(form, players) {
  const names = players.map((one) => plain(one.name));
  const at = names.findIndex((name, n) => name && names.indexOf(name) !== n);
  if (at < 0) return true;
  const field = $$(".player-name", form)[at];
  field.setCustomValidity(t("same-name"));
  field.reportValidity();
  return false;
}

export async function ask() {
  let choices = await fetchChoices();
  const remembered = settings.players.filter((one) => one.token >= 1 && one.token <= TOKENS);
  const players = remembered.length >= 2 ? remembered.map((one) => ({ ...one })) : [1, 2].map((token) => ({ token, name: "" }));
  const form = el("form", { method: "dialog", class: "new-game" });
  const boardNote = el("div", { class: "board-note" });
  const variants = el("div", { class: "picks" });
  const ownRule = el("div");
  const rows = el("div", { class: "player-rows" });
  const select = el("select", { name: "board" });
  const board = () => choices.boards.find((one) => one.id === select.value) ?? choices.boards[0];

  const showBoards = (id) => {
    const own = latest.hello?.board;
    const known = choices.boards.some((one) => one.id === own?.id);
    if (own && !known) choices.boards.unshift({ id: own.id, name: own.name, players: own.players, games: own.games, missing: 0, own_rule: null });
    renew(select, choices.boards.map((one) => el("option", { value: one.id, selected: one.id === id }, one.missing ? t("board-with-gaps", { board: one.name, count: one.missing }) : one.name)));
  };
  const showBoard = () => {
    const one = board();
    const fill = el("button", { type: "button", "data-keep": "fill" }, t("fill-in"));
    fill.onclick = async () => {
      const names = await namesForm(one, async (id) => {
        choices = await fetchChoices();
        showBoards(id);
        showBoard();
        select.focus();
      });
      renew(boardNote, names);
      $("input", names).focus();
    };
    renew(boardNote, one.missing > 0 && el("p", {}, t("names-missing", { count: one.missing }), " ", fill));
    const game = $("[name=variant]:checked", form)?.value ?? "standard";
    const games = one.games ?? ["standard"];
    renew(variants, radios("variant", games.map((name) => [name, t(`game-${name}`)]), games.includes(game) ? game : "standard"), games.includes("time") && el("label", { class: "pick" }, minutesField("minutes", 60), t("minutes")));
    renew(ownRule, one.own_rule && el("label", { class: "check" }, el("input", { type: "checkbox", name: "own-rule" }), el("span", {}, t(`rule-${one.own_rule.id}`), el("small", {}, one.own_rule.sentence))));
    players.splice(one.players.max);
    playerRows(rows, players, one.players.max);
  };
  select.onchange = showBoard;
  form.append(
    el("label", { class: "line" }, el("b", {}, t("board-to-play")), select),
    boardNote,
    el("fieldset", {}, el("legend", {}, t("who-plays")), rows),
    el("fieldset", {}, el("legend", {}, t("which-game")), variants),
    el(
      "details",
      {},
      el("summary", {}, t("favourites")),
      el("div", { class: "two" }, rulesFields(choices)),
      ownRule,
    ),
    el(
      "fieldset",
      { class: "sides" },
      el("legend", {}, t("dice-and-cards")),
      el("div", { class: "picks" }, el("b", {}, t("dice")), radios("dice", [["ours", t("ours")], ["box", t("the-boxs")]], "ours")),
      el("div", { class: "picks" }, el("b", {}, t("cards")), radios("cards", [["ours", t("ours")], ["box", t("the-boxs")]], "ours")),
    ),
    el("p", { class: "soft" }, t("new-game-how")),
    el("button", { class: "main" }, t("begin")),
  );
  showBoards(latest.hello?.board?.id ?? latest.look?.edition);
  showBoard();
  const dialog = open(t("start-own"), form);
  dialog.classList.add("wide");
  form.onsubmit = (event) => {
    event.preventDefault();
    if (!checkNames(form, players)) return;
    const choice = chosen(form, players);
    settings.players = choice.players;
    dialog.close();
    begin(choice, choices.box_words);
  };
}
