// The way to the box: one WebSocket, opened again when it is lost.

import { tell } from "./news.js";

const AGAIN_MS = 1000;
let socket;

/** `picture` is called with the 1024 bytes of every new picture. */
export function connect(picture) {
  socket = new WebSocket(`ws://${location.host}/ws`);
  socket.binaryType = "arraybuffer";
  socket.onmessage = ({ data }) => {
    if (typeof data === "string") tell(JSON.parse(data));
    else picture(new Uint8Array(data));
  };
  socket.onopen = () => tell({ connected: true });
  socket.onclose = () => {
    tell({ connected: false });
    setTimeout(connect, AGAIN_MS, picture);
  };
}

/** Ask for something: {do: "press", key: "5"} and the like. */
export function wish(what) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(what));
}

export const press = (key) => wish({ do: "press", key });
export const release = (key) => wish({ do: "release", key });
export const tap = (tag) => wish({ do: "tap", tag });

/** Keys one after the other, as a finger does it. */
export function type(keys) {
  for (const key of keys) {
    press(key);
    release(key);
  }
}
