import { resolve } from "node:path";

import { exitCode, type ExitCode } from "../exit-code.js";
import { printRows } from "../print-rows.js";
import type { Terminal } from "../terminal.js";
import { UsageError } from "../usage-error.js";
import { contextsPath, readContexts, writeContexts, type Context } from "./contexts-file.js";
import { checkToken } from "./credentials.js";
import { serverUrl } from "./server-url.js";

/** What a change of the contexts is asked for. */
export interface ContextOptions {
  readonly name: string | undefined;
  readonly server: string | undefined;
  readonly tokenFile: string | undefined;
}

type Change = (options: ContextOptions, terminal: Terminal) => Promise<ExitCode>;

/** What can be done with contexts. None prints a token. */
export const changeContexts: Readonly<Record<"list" | "use" | "set" | "delete", Change>> = {
  list: async ({ name, ...settings }, terminal) => {
    assertOnly("list", { name, ...settings });
    const { current, contexts } = readContexts();
    const rows = Object.entries(contexts).map(([each, context]) => [
      each === current ? "*" : "",
      each,
      context.server,
      tokenOf(context),
    ]);
    if (rows.length === 0) terminal.error(`There are no contexts in ${contextsPath()}.\n`);
    else terminal.out(printRows([["", "NAME", "SERVER", "TOKEN"], ...rows]));
    return exitCode.ok;
  },
  use: async ({ name, ...settings }, terminal) => {
    assertOnly("use", settings);
    const file = readContexts();
    const known = knownName("use", name, file.contexts);
    writeContexts({ ...file, current: known });
    terminal.out(`Commands now use ${file.contexts[known]?.server ?? known}.\n`);
    return exitCode.ok;
  },
  set: async ({ name, server, tokenFile }, terminal) => {
    const { current, contexts } = readContexts();
    const given = checkName("set", name);
    const before = Object.hasOwn(contexts, given) ? contexts[given] : undefined;
    const url = server === undefined ? before?.server : serverUrl(server, "--server");
    if (url === undefined) throw new UsageError(`Give --server: there is no context ${given} yet.`);
    const token = tokenFile === undefined ? secretsOf(before, url) : await secretOf(tokenFile, terminal);
    writeContexts({ current: current ?? given, contexts: { ...contexts, [given]: { server: url, ...token } } });
    terminal.out(`Context ${given} is ${url}${current === undefined ? ", and in use" : ""}.\n`);
    return exitCode.ok;
  },
  delete: async ({ name, ...settings }, terminal) => {
    assertOnly("delete", settings);
    const { current, contexts } = readContexts();
    const known = knownName("delete", name, contexts);
    const left = Object.fromEntries(Object.entries(contexts).filter(([each]) => each !== known));
    const isCurrent = current === known;
    writeContexts({ ...(current !== undefined && !isCurrent && { current }), contexts: left });
    terminal.out(`Context ${known} is deleted${isCurrent ? ". No context is in use now" : ""}.\n`);
    return exitCode.ok;
  },
};

/** @throws {UsageError} for options that an action has no use for: they would be lost without a word */
function assertOnly(action: string, others: Partial<ContextOptions>): void {
  const surplus = Object.entries(others).find(([, value]) => value !== undefined)?.[0];
  if (surplus === undefined) return;
  throw new UsageError(`cmgen context ${action} takes no ${surplus === "tokenFile" ? "token-file" : surplus}.`);
}

function checkName(action: string, name: string | undefined): string {
  if (name === undefined) throw new UsageError(`Name a context: cmgen context ${action} <name>.`);
  if (/^[\w.-]{1,100}$/.test(name) && name !== "__proto__") return name;
  throw new UsageError(`${JSON.stringify(name)} cannot be a context's name: use letters, digits, "-", "_" and ".".`);
}

function knownName(action: string, name: string | undefined, contexts: Readonly<Record<string, Context>>): string {
  const given = checkName(action, name);
  if (Object.hasOwn(contexts, given)) return given;
  const names = Object.keys(contexts).join(", ");
  throw new UsageError(
    `There is no context ${given}. ${names === "" ? "Make one with `cmgen context set <name> --server <address>`" : `There are: ${names}`}.`,
  );
}

/** A context keeps its token, unless its server becomes another, which must not see it. */
function secretsOf(before: Context | undefined, url: string): Omit<Context, "server"> {
  if (before === undefined || before.server !== url) return {};
  const { server: _, ...secrets } = before;
  return secrets;
}

async function secretOf(tokenFile: string, terminal: Terminal): Promise<Omit<Context, "server">> {
  if (tokenFile !== "-") return { tokenFile: resolve(terminal.workingFolder, tokenFile) };
  return { token: checkToken((await terminal.input?.()) ?? "", "Standard input") };
}

function tokenOf({ token, tokenFile }: Context): string {
  return tokenFile === undefined ? (token === undefined ? "none" : "kept") : `in ${tokenFile}`;
}
