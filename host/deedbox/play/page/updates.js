// The newest updates from the server, by name, and who wants to hear of them. All parts of the page read here.

export const latest = { look: null, table: { dice: [2, 4], drawn: {} }, reader: [], key: null, rows: [] };

const listeners = [];

/** Call `listen` when one of these changes; once, if several come together. */
export function onChange(names, listen) {
  listeners.push([names, listen]);
}

export function publish(update) {
  Object.assign(latest, update);
  for (const [names, listen] of listeners) if (names.some((name) => name in update)) listen(update);
}
