// What the page asks of its host besides the box: here files of the site. What needs the program is refused.

import { currentLanguage } from "./words.js";

async function ask(name) {
  const answer = await fetch(new URL(`../${name}`, import.meta.url));
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.json();
}

const NEEDS_PROGRAM = {
  en: "This needs the program: install deedbox and run `deedbox play`.",
  de: "Dazu braucht es das Programm: Installiere deedbox und starte `deedbox play`.",
};

/** What is printed on a board, as `deedbox editions show` has it. */
export const fetchEdition = (name) => ask(`edition/${encodeURIComponent(name)}.json`);

/** {boards, favourites, box_words}: what the dialog for a new game offers. */
export const fetchChoices = () => ask(`choices-${currentLanguage()}.json`);

export const fillNames = () => Promise.reject(new Error(NEEDS_PROGRAM[currentLanguage()]));

/** The saves are on the box, which lists them itself. */
export const fetchSaves = () => Promise.resolve([]);

/** Reports need the program. */
export const gameAddress = () => "#";
