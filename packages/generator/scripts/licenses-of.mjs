import { readdir, readFile } from "node:fs/promises";
import { join, sep } from "node:path";

/** Names, licences and their texts of the packages that modules come from. */
export async function licensesOf(modules) {
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
