import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

import { loadWithCode } from "../cache/kept-code.js";
import { recordPath } from "../cache/run-record.js";

const require = createRequire(import.meta.url);

/** Where the compiler's code is kept, relative to a plugin's root. */
const codePath = "node_modules/.cache/cmgen/compiler.bin";

/**
 * Loads the compiler's own module, which is nine of the twelve megabytes that `compiler.ts` needs, with the code that an earlier run
 * kept. The first run of a plugin keeps none: it takes long enough.
 *
 * @returns Keeps the code for the next run.
 */
export function loadCompiler(root: string): () => void {
  if (!existsSync(join(root, recordPath))) return () => undefined;
  const bundle = createRequire(require.resolve("ts-morph")).resolve("@ts-morph/common");
  return loadWithCode(join(dirname(bundle), "typescript.js"), join(root, codePath));
}
