// What the page asks of its host besides the box: boards, choices, games and their reports. All of it is here.

import { currentLanguage } from "./words.js";

async function ask(address, options) {
  const answer = await fetch(address, options);
  if (!answer.ok) throw new Error((await answer.text()).trim() || answer.statusText);
  return answer.json();
}

/** What is printed on a board, as `deedbox editions show` has it. */
export const fetchEdition = (name) => ask(`/edition/${encodeURIComponent(name)}`);

/** {boards, favourites, box_words}: what the dialog for a new game offers. */
export const fetchChoices = () => ask(`/choices?language=${currentLanguage()}`);

/** Fill in names that a board leaves open: {space: name}. The answer is {id} of the new board, or {faults}. */
export const fillNames = (board, names) => ask(`/edition/${encodeURIComponent(board)}/names`, { method: "POST", body: JSON.stringify(names) });

/** The saves on the box of people, in the order in which the box lists them: {game, names, edition, turn, over}. */
export const fetchSaves = () => ask("/games");

/** Who would win a game that was put aside: sentences, after a few seconds. */
export const fetchOdds = (game) => ask(`/games/${game}/odds?language=${currentLanguage()}`);

/** The address of a game of the box on the table: html and pdf are its report, json and csv the game itself. */
export const gameAddress = (game, form, save = false) => `/games/${game}.${form}?language=${currentLanguage()}${save ? "&save" : ""}`;
