import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import type { Terminal } from "../terminal.js";
import { FilesError, UsageError } from "../usage-error.js";

/** A text that a person works on, in a file that only they can read. */
export interface Draft {
  readonly path: string;
  /** Writes the text, runs the editor, and returns what was saved. */
  edit(text: string): Promise<string>;
  /** Removes the file. */
  discard(): void;
}

/**
 * Makes a file for a draft. It stays until it is discarded, however the command ends.
 *
 * @throws {UsageError} where no editor is named, and there is no terminal to run one in.
 */
export function openDraft(name: string, terminal: Pick<Terminal, "interrupted" | "prompts">): Draft {
  const editor = chooseEditor(terminal);
  const folder = mkdtempSync(join(tmpdir(), "cmgen-edit-"));
  const path = join(folder, `${/^[a-z0-9-]{1,100}$/.test(name) ? name : "object"}.yaml`);
  // Ctrl-C is for the editor.
  terminal.interrupted();
  return {
    path,
    edit: async (text) => {
      writeFileSync(path, text, { mode: 0o600 });
      await runEditor(editor, path);
      return readFileSync(path, "utf8");
    },
    discard: () => rmSync(dirname(path), { recursive: true, force: true }),
  };
}

const isWindows = process.platform === "win32";

/** The user's editor, which may have arguments of its own: `code --wait`. */
function chooseEditor({ prompts }: Pick<Terminal, "prompts">): string {
  const named = [process.env["VISUAL"], process.env["EDITOR"]].find((each) => each !== undefined && each !== "");
  if (named !== undefined) return named;
  if (prompts !== undefined) return isWindows ? "notepad" : "vi";
  throw new UsageError(
    "There is no terminal to run an editor in. Set EDITOR or VISUAL to one that opens a window, such as " +
      "EDITOR='code --wait', or change the object with `cmgen apply -f <file>`.",
  );
}

async function runEditor(editor: string, path: string): Promise<void> {
  const child = isWindows
    ? spawn(`${editor} "${path}"`, { shell: true, stdio: "inherit" })
    : spawn("sh", ["-c", `${editor} "$1"`, "cmgen", path], { stdio: "inherit" });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", resolve);
  });
  if (code === 0) return;
  // What a shell ends with where there is no such program.
  const fix = code === 127 ? " Set EDITOR or VISUAL to the one that you use." : "";
  throw new FilesError(
    `The editor ${editor} ended with ${code ?? "a signal"}. Nothing was changed; your text is in ${path}.${fix}`,
  );
}
