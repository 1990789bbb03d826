/**
 * Bundles what makes types of schemas out of openapi-typescript. As a dependency it would bring a TypeScript 5 of its own beside the one that
 * a plugin has (23 MB), and a loader of documents that follows references to wherever they lead.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { licensesOf } from "./licenses-of.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "dist/openapi-types");

const bundle = await rolldown({
  input: join(root, "scripts/openapi-types.mjs"),
  platform: "node",
  resolve: {
    alias: {
      "@redocly/openapi-core/lib/ref-utils.js": join(root, "scripts/ref-utils.mjs"),
      typescript: join(root, "scripts/typescript.mjs"),
    },
  },
});
const { output } = await bundle.write({ file: join(folder, "index.cjs"), format: "cjs", codeSplitting: false });
await bundle.close();
await writeFile(join(folder, "LICENSES.txt"), await licensesOf(output.flatMap(({ moduleIds }) => moduleIds ?? [])));
