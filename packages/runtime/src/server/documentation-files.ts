import { readFile } from "node:fs/promises";
import type { PageAnswer } from "../express/create-app.js";

/** Copied beside the compiled code when this package is built. */
const folder = new URL("../reference-page/", import.meta.url);

/** The files that the page at `/docs` loads, and their media types. */
export const documentationFiles: ReadonlyMap<string, string> = new Map([
  ["swagger-ui-bundle.js", "text/javascript; charset=utf-8"],
  ["swagger-ui.css", "text/css; charset=utf-8"],
  ["reference-page.js", "text/javascript; charset=utf-8"],
]);

/** One of the files. Its address changes with its contents, so a browser may keep it; a shared cache may not, since reading it may be refused. */
export async function documentationFile(name: string): Promise<PageAnswer> {
  const body = await readFile(new URL(name, folder));
  const headers = { "cache-control": "private, max-age=31536000, immutable" };
  return { status: 200, type: documentationFiles.get(name) ?? "application/octet-stream", body, headers };
}

/** Of the page that was copied. */
export async function documentationVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL("version.json", folder), "utf8")) as {
    readonly version: string;
  };
  return version;
}
