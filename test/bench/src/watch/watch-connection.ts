import { connect, type Socket } from "node:net";

/** Takes what a watch is sent. */
export type TakeText = (text: Buffer) => void;

const LINE_END = 10;
const RETURN = 13;

/** What is read is looked at before the next is read, so all connections may read to one place. */
const place = Buffer.alloc(256 * 1024);

/** Resolves with the connection of a watch when it has been sent its first text. Does as little as it can. */
export function openWatch(url: string, take: TakeText): Promise<Socket> {
  const { hostname, port, pathname, search } = new URL(url);
  return new Promise((resolve, reject) => {
    let began = false;
    const begin = (status: string): void =>
      status.endsWith(" 200") ? resolve(socket) : reject(new Error(`A watch was answered ${status}`));
    const socket = connect({
      host: hostname,
      port: Number(port),
      onread: {
        buffer: place,
        callback: (length, buffer) => {
          const text = Buffer.from(buffer.buffer, buffer.byteOffset, length);
          take(text);
          if (!began) begin(text.toString("latin1", 0, 12));
          began = true;
          return true;
        },
      },
    });
    socket.once("connect", () => socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: localhost\r\n\r\n`));
    socket.on("error", (error) => (began ? undefined : reject(error)));
  });
}

/** The lines of the body: those of the head and of the chunked coding end with a return. */
export function countLines(text: Buffer): number {
  let lines = 0;
  for (let at = text.indexOf(LINE_END); at >= 0; at = text.indexOf(LINE_END, at + 1)) {
    // A return that was the last byte of the text before is rare.
    if (at > 0 && text[at - 1] !== RETURN) lines += 1;
  }
  return lines;
}
