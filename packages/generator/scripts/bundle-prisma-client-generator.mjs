/**
 * Bundles Prisma's client generator into one file of this package. As a dependency it would bring some ninety packages to every plugin,
 * one of which downloads a schema engine at install; bundled it brings none but the parser of Prisma schemas.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { licensesOf } from "./licenses-of.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "dist/prisma-client-generator");

const bundle = await rolldown({
  input: join(root, "scripts/prisma-client-generator.mjs"),
  platform: "node",
  external: ["@prisma/prisma-schema-wasm"],
  resolve: { alias: { "@prisma/internals": join(root, "scripts/prisma-internals.mjs") } },
});
const { output } = await bundle.write({ file: join(folder, "index.cjs"), format: "cjs", codeSplitting: false });
await bundle.close();
await writeFile(join(folder, "LICENSES.txt"), await licensesOf(output.flatMap(({ moduleIds }) => moduleIds ?? [])));
