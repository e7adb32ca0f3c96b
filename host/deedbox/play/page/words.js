// The page's own words. The box has its own, on its own display.

import de from "./words/de.js";
import en from "./words/en.js";
import { $$ } from "./dom.js";
import { publish } from "./updates.js";

const LANGUAGES = { en, de };
let language = "en";

/** The sentence of this name, with its {slots} filled in. */
export function t(name, slots = {}) {
  const text = LANGUAGES[language][name] ?? en[name];
  if (text === undefined) throw new Error(`no word: ${name}`);
  return text.replace(/\{(\w+)\}/g, (_, slot) => slots[slot]);
}

export const has = (name) => name in en;

export const currentLanguage = () => language;

export function setLanguage(choice) {
  language = choice in LANGUAGES ? choice : "en";
  document.documentElement.lang = language;
  for (const element of $$("[data-t]")) element.textContent = t(element.dataset.t);
  for (const element of $$("[data-t-label]")) element.setAttribute("aria-label", t(element.dataset.tLabel));
  for (const element of $$("[data-t-title]")) element.title = t(element.dataset.tTitle);
  publish({ language });
}
