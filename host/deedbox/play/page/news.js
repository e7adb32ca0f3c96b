// What the box told, by name, and who wants to hear of it. Nothing else on the page keeps facts of the game.

export const told = { look: null, things: { dice: [2, 4], drawn: {} }, reader: [], key: null, rows: [] };

const ears = [];

/** Call `hear` whenever one of these changes, once for all that came together. */
export function on(names, hear) {
  ears.push([names, hear]);
}

export function tell(news) {
  Object.assign(told, news);
  for (const [names, hear] of ears) if (names.some((name) => name in news)) hear(news);
}
