import { ServerResponse } from "node:http";
import type { WatchOutput, WatchStream } from "../watch/watch-stream.js";

/** Writes the body of an answer whose head has been written, until it ends or the client disconnects. */
export function sendLive(response: ServerResponse, live: WatchStream): void {
  response.once("close", () => live.stop());
  if (response.destroyed) live.stop();
  else live.start(new LiveOutput(response));
}

type Connection = NonNullable<ServerResponse["socket"]>;

/** An answer's body. What was written is not kept, so a slow client holds what its connection buffers. */
class LiveOutput implements WatchOutput {
  readonly #response: ServerResponse;
  /** Undefined until the head has been sent, and if the response must do the writing. */
  #socket: Connection | undefined;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  write(text: Buffer, onDrain: () => void): boolean {
    const response = this.#response;
    // The rest of the request was malformed, for which the answer was ended.
    if (response.writableEnded) return true;
    const output = this.#socket ?? response;
    const mayGoOn = output === response ? response.write(text) : output.write(chunkOf(text));
    this.#socket ??= directSocket(response);
    // A text longer than the buffer would have to wait even if all of it has been sent.
    if (mayGoOn || output.writableLength === 0) return true;
    output.once("drain", onDrain);
    return false;
  }

  end(): void {
    this.#response.end();
  }
}

/**
 * The connection of an answer whose head has been sent, if its body may be written there in chunks (RFC 9112, 7.1). That takes two thirds
 * of the time of writing it to the response. It may not if the response is not Node's own: middleware that compresses has its own `write`.
 */
function directSocket(response: ServerResponse): Connection | undefined {
  const { socket } = response;
  const isPlain = response.write === ServerResponse.prototype.write && response.chunkedEncoding;
  return isPlain && socket !== null ? socket : undefined;
}

const LINE_END = "\r\n";
const chunks = new WeakMap<Buffer, Buffer>();

/** A text as a chunk. Watches that get the same text share it. */
function chunkOf(text: Buffer): Buffer {
  const known = chunks.get(text);
  if (known !== undefined) return known;
  const head = text.length.toString(16) + LINE_END;
  const chunk = Buffer.concat([Buffer.from(head, "latin1"), text, Buffer.from(LINE_END, "latin1")]);
  chunks.set(text, chunk);
  return chunk;
}
