// The connection to the server: one WebSocket, opened again when it is lost.

import { publish } from "./updates.js";

const AGAIN_MS = 1000;
let socket;

/** `picture` is called with the 1024 bytes of every new picture. */
export function connect(picture) {
  socket = new WebSocket(`ws://${location.host}/ws`);
  socket.binaryType = "arraybuffer";
  socket.onmessage = ({ data }) => {
    if (typeof data === "string") publish(JSON.parse(data));
    else picture(new Uint8Array(data));
  };
  socket.onopen = () => publish({ connected: true });
  socket.onclose = () => {
    publish({ connected: false });
    setTimeout(connect, AGAIN_MS, picture);
  };
}

/** Ask for something: {do: "press", key: "5"} and the like. */
export function request(message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

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
