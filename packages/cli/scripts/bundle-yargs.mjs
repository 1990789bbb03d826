/**
 * Bundles yargs into one file of this package: as a dependency it takes as long to load and to lay out a page of help as two empty
 * processes take in all. See docs/decisions/yargs-is-bundled.md.
 */
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { licensesOf } from "../../generator/scripts/licenses-of.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "dist/yargs");
const yargs = dirname(createRequire(import.meta.url).resolve("yargs/package.json"));

const bundle = await rolldown({
  input: join(root, "scripts/yargs.mjs"),
  platform: "node",
  resolve: {
    alias: {
      "yargs-locales": join(yargs, "locales"),
      // Most of the time went into measuring texts by regular expressions over all of Unicode.
      "string-width": "fast-string-width",
      "wrap-ansi": join(root, "scripts/wrap-ansi.mjs"),
    },
  },
});
const { output } = await bundle.write({ file: join(folder, "index.js"), format: "esm", codeSplitting: false });
await bundle.close();
await writeFile(join(folder, "LICENSES.txt"), await licensesOf(output.flatMap(({ moduleIds }) => moduleIds ?? [])));
