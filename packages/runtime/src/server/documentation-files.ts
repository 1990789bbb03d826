import { readFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import type { PageAnswer } from "../express/create-app.js";
import { compressBody } from "../http/compress-body.js";
import { chooseCoding, type ContentCoding } from "../http/negotiate.js";

/** Copied beside the compiled code when this package is built. */
const folder = new URL("../reference-page/", import.meta.url);

/** The files that the page at `/docs` loads, and their media types. */
export const documentationFiles: ReadonlyMap<string, string> = new Map([
  ["swagger-ui-bundle.js", "text/javascript; charset=utf-8"],
  ["swagger-ui.css", "text/css; charset=utf-8"],
  ["reference-page.js", "text/javascript; charset=utf-8"],
]);

/** Compressed files by coding and name: they never change, and compressing takes longer than reading. */
const compressedFiles = new Map<string, Promise<Buffer>>();

/**
 * One of the files, compressed if the client accepts it. Its address changes with its contents, so a browser may keep it; a shared cache may
 * not, since reading it may be refused.
 */
export async function documentationFile(name: string, request: IncomingMessage): Promise<PageAnswer> {
  const coding = chooseCoding(request.headers["accept-encoding"]);
  const body = coding === undefined ? await readFile(new URL(name, folder)) : await compressedFile(name, coding);
  const headers = {
    "cache-control": "private, max-age=31536000, immutable",
    vary: "accept-encoding",
    ...(coding !== undefined && { "content-encoding": coding }),
  };
  return { status: 200, type: documentationFiles.get(name) ?? "application/octet-stream", body, headers };
}

async function compressedFile(name: string, coding: ContentCoding): Promise<Buffer> {
  const key = `${coding} ${name}`;
  const known = compressedFiles.get(key);
  if (known !== undefined) return known;
  const made = readFile(new URL(name, folder)).then((body) => compressBody(body, coding));
  compressedFiles.set(key, made);
  // A file that could not be read is read again.
  made.catch(() => compressedFiles.delete(key));
  return made;
}

/** Of the page that was copied. */
export async function documentationVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL("version.json", folder), "utf8")) as {
    readonly version: string;
  };
  return version;
}
