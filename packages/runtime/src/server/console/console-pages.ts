import type { IncomingMessage } from "node:http";
import { ApiError } from "../../error/api-error.js";
import type { Page, PageAnswer } from "../../express/create-app.js";
import { mountPathOf, splitTarget } from "../../http/request-target.js";
import type { ConsoleFiles } from "./load-console.js";

export const CONSOLE_PATH = "/console";

/**
 * What the console may load and do (CSP): its own files, and requests to its own service. Nothing is set in the page's text, neither scripts nor
 * styles.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * The console's page and files. They are for everybody, since they hold nothing of the service: what a caller may see, it asks for by the API.
 * The page is answered at every path below that is not a file, because the console itself reads the address.
 */
export function consolePages(files: ConsoleFiles | undefined): readonly Page[] {
  if (files === undefined) return [];
  const respond = (request: IncomingMessage): Promise<PageAnswer> => answer(files, request);
  return [CONSOLE_PATH, `${CONSOLE_PATH}/`, `${CONSOLE_PATH}/*path`].map((path) => ({ path, respond }));
}

async function answer({ page, files, modules }: ConsoleFiles, request: IncomingMessage): Promise<PageAnswer> {
  const { path } = splitTarget(request.url ?? "/");
  const name = path.slice(CONSOLE_PATH.length + 1);
  const file = files.get(name);
  if (file !== undefined) return file.folder.answer(file.name, request);
  if (name === "extensions.json") return { status: 200, type: "application/json", body: JSON.stringify({ modules }) };
  // A file of another release: a page in its place would be taken for a script.
  if (/^(?:assets|shared|extensions)\//.test(name))
    throw new ApiError("NotFound", "There is no such file in this release of the console.");
  const text = (await page.read("index.html")).toString();
  return {
    status: 200,
    type: "text/html; charset=utf-8",
    body: text.replaceAll('="./', `="${escapeHtml(mountPathOf(request))}${CONSOLE_PATH}/`),
    headers: {
      "cache-control": "no-cache",
      "content-security-policy": policy,
      "referrer-policy": "same-origin",
    },
  };
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
