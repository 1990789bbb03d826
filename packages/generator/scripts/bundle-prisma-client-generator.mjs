/**
 * Bundles Prisma's client generator into one file of this package. As a dependency it would bring some ninety packages to every plugin,
 * one of which downloads a schema engine at install; bundled it brings none but the parser of Prisma schemas.
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

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

/** Names, licences and their texts of the packages that modules come from. */
async function licensesOf(modules) {
  const folders = new Set(
    modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.split(sep).join("/"))?.[0] ?? []),
  );
  const texts = await Promise.all([...folders].toSorted().map(licenseOf));
  return texts.join(`\n\n${"-".repeat(80)}\n\n`);
}

async function licenseOf(directory) {
  const { name, version, license } = JSON.parse(await readFile(join(directory, "package.json"), "utf8"));
  const file = (await readdir(directory)).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? "" : await readFile(join(directory, file), "utf8");
  return `${name} ${version} (${license})\n\n${text}`.trimEnd();
}
