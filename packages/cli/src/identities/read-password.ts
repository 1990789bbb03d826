import type { Terminal } from "../terminal.js";
import { UsageError } from "../usage-error.js";

/**
 * Reads a new password: from standard input, or twice from whoever sits at the terminal. It is no argument, which other users of the machine could
 * see.
 *
 * @throws {UsageError} if there is none, or the two differ
 */
export async function readPassword(isOnInput: boolean, terminal: Terminal): Promise<string> {
  if (isOnInput) return ((await terminal.input?.()) ?? "").replace(/\r?\n$/, "");
  const { askSecret } = terminal;
  if (askSecret === undefined)
    throw new UsageError(
      "There is no terminal to ask for the password on. Give it on standard input, with --password-stdin.",
    );
  const password = await askSecret("Password: ");
  if ((await askSecret("Password again: ")) === password) return password;
  throw new UsageError("The two passwords differ. Nothing was done.");
}
