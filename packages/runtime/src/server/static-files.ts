import { readFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import type { PageAnswer } from "../express/create-app.js";
import { compressBody } from "../http/compress-body.js";
import { chooseCoding, type ContentCoding } from "../http/negotiate.js";

/** The media types of the files that pages load, by the ending of their names. */
const types: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
  map: "application/json",
  svg: "image/svg+xml",
  woff2: "font/woff2",
};

/**
 * Who may keep files, whose addresses change with their contents: `private` where reading them may be refused, and nobody where addresses stay.
 */
type Kept = "private" | "public" | "nobody";

const BUILT_AGAIN: PageAnswer = {
  status: 404,
  type: "text/plain; charset=utf-8",
  body: "This file was built again since the service was started. Start the service again.\n",
  headers: { "cache-control": "no-store" },
};

/** Files of a folder that never change while the service runs. */
export class StaticFiles {
  readonly #folder: URL;
  readonly #kept: Kept;
  /** By coding and name: compressing takes longer than reading. */
  readonly #compressed = new Map<string, Promise<Buffer>>();

  /** @param folder with a trailing slash. */
  constructor(folder: URL, kept: Kept) {
    this.#folder = folder;
    this.#kept = kept;
  }

  /**
   * One of the files, compressed if the client accepts it; 404 where it has been built again under another name since the service was started.
   * `name` is below the folder and not a caller's to choose.
   */
  async answer(name: string, request: IncomingMessage): Promise<PageAnswer> {
    const coding = chooseCoding(request.headers["accept-encoding"]);
    const read = coding === undefined ? this.read(name) : this.#compress(name, coding);
    const body = await read.catch(undefinedIfMissing);
    if (body === undefined) return BUILT_AGAIN;
    const headers = {
      "cache-control": this.#kept === "nobody" ? "no-cache" : `${this.#kept}, max-age=31536000, immutable`,
      vary: "accept-encoding",
      ...(coding !== undefined && { "content-encoding": coding }),
    };
    const ending = name.slice(name.lastIndexOf(".") + 1);
    return { status: 200, type: types[ending] ?? "application/octet-stream", body, headers };
  }

  read(name: string): Promise<Buffer> {
    return readFile(new URL(name, this.#folder));
  }

  async #compress(name: string, coding: ContentCoding): Promise<Buffer> {
    const key = `${coding} ${name}`;
    const known = this.#compressed.get(key);
    if (known !== undefined) return known;
    const made = this.read(name).then((body) => compressBody(body, coding));
    this.#compressed.set(key, made);
    // A file that could not be read is read again.
    made.catch(() => this.#compressed.delete(key));
    return made;
  }
}

/** For what reads a file that need not be there. @throws any other error. */
export function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
  throw error;
}
