import type { IncomingMessage } from "node:http";
import { ApiError } from "../../error/api-error.js";
import type { Page, PageAnswer } from "../../express/create-app.js";
import type { Service } from "../../host/service.js";
import { mountPathOf, splitTarget } from "../../http/request-target.js";
import type { ConsoleFiles } from "./load-console.js";

export const CONSOLE_PATH = "/console";

/**
 * The console's page and files. They are for everybody, since they hold nothing of the service: what a caller may see, it asks for by the API.
 * The page is answered at every path below that is not a file, because the console itself reads the address.
 */
export function consolePages(
  files: ConsoleFiles | undefined,
  { access }: Pick<Service, "access">,
  tenant: string | undefined,
): readonly Page[] {
  if (files === undefined) return [];
  const served: ServedConsole = { ...files, hasAccessRules: access !== undefined, tenant };
  const respond = (request: IncomingMessage): Promise<PageAnswer> => answer(served, request);
  return [CONSOLE_PATH, `${CONSOLE_PATH}/`, `${CONSOLE_PATH}/*path`].map((path) => ({ path, respond }));
}

interface ServedConsole extends ConsoleFiles {
  readonly hasAccessRules: boolean;
  readonly tenant: string | undefined;
}

async function answer(
  { page, files, modules, policy, pageAt, hasAccessRules, tenant }: ServedConsole,
  request: IncomingMessage,
): Promise<PageAnswer> {
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
    body: pageAt(text, `${mountPathOf(request)}${CONSOLE_PATH}`, { hasAccessRules, tenant }),
    headers: {
      "cache-control": "no-cache",
      "content-security-policy": policy,
      "referrer-policy": "same-origin",
    },
  };
}
