import { packageManagerIn, packageManagers } from "./installer.js";
import type { Terminal } from "./terminal.js";

/** How the command that prints a hint was called. */
export type Call = Pick<Terminal, "userAgent" | "placeOptions">;

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
