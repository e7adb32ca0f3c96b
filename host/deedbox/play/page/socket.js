// The connection to the box: opened again when it is lost.

import { open, send } from "./server.js";
import { publish } from "./updates.js";

const AGAIN_MS = 1000;

/** `picture` is called with the 1024 bytes of every new picture. */
export function connect(picture) {
  open({
    text: (text) => publish(JSON.parse(text)),
    picture,
    opened: () => publish({ connected: true }),
    closed: () => {
      publish({ connected: false });
      setTimeout(connect, AGAIN_MS, picture);
    },
  });
}

/** Ask for something: {do: "press", key: "5"} and the like. */
export const request = send;

export const press = (key) => request({ do: "press", key });
export const release = (key) => request({ do: "release", key });
export const tap = (tag) => request({ do: "tap", tag });

/** Press keys one after the other. */
export function type(keys) {
  for (const key of keys) {
    press(key);
    release(key);
  }
}
