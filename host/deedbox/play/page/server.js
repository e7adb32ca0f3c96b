// The box behind the page, here at a server: `deedbox play`. Only this file and host.js know that there is one.

let socket;

/** Open the box once. `text` and `picture` get what it says (JSON text, 1024 bytes), `closed` ends it. */
export function open({ text, picture, opened, closed }) {
  socket = new WebSocket(`ws://${location.host}/ws`);
  socket.binaryType = "arraybuffer";
  socket.onmessage = ({ data }) => (typeof data === "string" ? text(data) : picture(new Uint8Array(data)));
  socket.onopen = opened;
  socket.onclose = closed;
}

export function send(message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}
