import { packageManagerIn, packageManagers } from "./installer.js";
import type { Terminal } from "./terminal.js";

/** How the command that prints a hint was called. */
export type Call = Pick<Terminal, "userAgent" | "placeOptions" | "isCreate">;

/**
 * A command of cmgen as the user can paste it: behind the program that runs cmgen here, and about the same plugin.
 *
 * @param words what follows `cmgen`, as `generate --force`
 */
export function ownCommand(words: string, { userAgent = "", placeOptions = "" }: Call): string {
  // A plugin has cmgen in its node_modules, which a shell does not look into.
  const program = userAgent === "" ? "cmgen" : `${packageManagers[packageManagerIn(userAgent)].execute} cmgen`;
  return `${program} ${words}${placeOptions}`;
}

/**
 * `cmgen init` as the user can paste it: `npm create cmgen` where that was called, since cmgen is in no `node_modules` then.
 *
 * @param words what follows `cmgen init`, as `my-plugin --yes`
 */
export function initCommand(words: string, call: Call): string {
  if (call.isCreate !== true) return ownCommand(`init ${words}`, call);
  const manager = packageManagerIn(call.userAgent);
  // npm takes options for its own that do not follow `--`.
  return `${manager} create cmgen ${manager === "npm" ? words.replace(/ (?=-)/, " -- ") : words}`;
}
