// The box behind the page, here at a server: `deedbox play`. The site has another file of this name, in which the
// box is in the page itself (site/page/server.js); host.js is the other file that differs.

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
