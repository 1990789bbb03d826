import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

import { FilesError } from "./usage-error.js";

export interface Compilation {
  /** The folder of another tsconfig.json than the root's, relative to the root. */
  readonly project?: string;
  readonly signal: AbortSignal;
  /** Gets what the compiler prints. */
  readonly print: (text: string) => void;
  readonly color: boolean;
}

/**
 * Compiles the plugin in `root` with its own TypeScript, whichever version that is, which also words the errors. Nothing is
 * written if there are any, so that what the service runs stays consistent.
 *
 * @returns Whether there were no errors.
 * @throws {FilesError} where TypeScript is not installed.
 */
export async function compile(root: string, { project = ".", signal, print, color }: Compilation): Promise<boolean> {
  const args = [compilerOf(root), "--project", project, "--noEmitOnError", "--pretty", String(color)];
  const compiler = spawn(process.execPath, args, {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    signal,
  });
  for (const stream of [compiler.stdout, compiler.stderr]) stream.setEncoding("utf8").on("data", print);
  try {
    const [code] = (await once(compiler, "close")) as [number | null];
    return code === 0;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}

function compilerOf(root: string): string {
  try {
    const manifest = createRequire(join(root, "package.json")).resolve("typescript/package.json");
    const { bin } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly bin: { readonly tsc: string } };
    return join(dirname(manifest), bin.tsc);
  } catch (error) {
    throw new FilesError(`TypeScript is not installed in ${root}. Add "typescript" to devDependencies and install.`, {
      cause: error,
    });
  }
}
