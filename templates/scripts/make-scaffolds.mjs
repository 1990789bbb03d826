import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

// Makes the scaffolds that differ from `scaffold` in more than a few files: one without a sample, and one for each example of the
// repository. They are made and not committed, so that an example is kept in one place, where its tests run it.
const templates = fileURLToPath(new URL("../", import.meta.url));
const dist = join(templates, "dist");
rmSync(dist, { recursive: true, force: true });
makeEmpty(join(dist, "scaffold-empty"));
makeTracker(join(dist, "scaffold-tracker"));

/** @param {string} target */
function makeEmpty(target) {
  const scaffold = join(templates, "scaffold");
  const isSample = /^(?:extensions|src\/(?:controllers|endpoints|models)|test\/tasks\.test\.ts)(?:\/|$)/;
  cpSync(scaffold, target, { recursive: true, filter: (path) => !isSample.test(relativeTo(scaffold, path)) });
  cpSync(join(templates, "scaffold-empty"), target, { recursive: true });
}

/** @param {string} target */
function makeTracker(target) {
  const example = join(templates, "..", "examples", "tracker");
  // What is written by hand. All else is generated when the plugin is built.
  for (const path of ["README.md", "cmgen.config.ts", "extensions", "src", "test", "tools", "tsconfig.json"]) {
    const isHandwritten = (/** @type {string} */ file) => !relativeTo(example, file).startsWith("src/generated");
    cpSync(join(example, path), join(target, path), { recursive: true, filter: isHandwritten });
  }
  for (const path of ["_gitignore", "_github", "AGENTS.md"]) {
    cpSync(join(templates, "scaffold", path), join(target, path), { recursive: true });
  }
  const manifests = [join(example, "package.json"), join(templates, "scaffold", "package.json")];
  const [own, scaffold] = manifests.map((path) => JSON.parse(readFileSync(path, "utf8")));
  const devDependencies = sorted({ ...own.devDependencies, ...scaffold.devDependencies });
  const { description, exports } = own;
  const { name, version, type, engines, private: isPrivate, ...others } = scaffold;
  const manifest = {
    name,
    version,
    private: isPrivate,
    description,
    type,
    exports,
    engines,
    ...others,
    devDependencies,
  };
  // Under its own name it would be taken for the manifest of a package within this one.
  writeFileSync(join(target, "package.json.template"), `${JSON.stringify(manifest, undefined, 2)}\n`);
  edit(join(target, "README.md"), [
    [
      "To see how little a plugin needs, start with [people](../people); for what declarations can say, see [tasks](../tasks).\n\n",
      "",
    ],
    ["From a clone of cmgen, after `npm install && npm run build`:\n", "After `npm install`:\n"],
    ["cd examples/tracker\n", ""],
    ["npm start   # the service", "npm start   # build, and start the service"],
  ]);
  // The names of the scaffold, which `cmgen init` replaces.
  for (const entry of readdirSync(target, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.replaceAll("tracker.example.com", "my-plugin.example.com").replaceAll(own.name, name));
  }
}

/**
 * Replaces texts; a text that is not there, because the example was changed, ends the build.
 *
 * @param {string} path
 * @param {readonly (readonly [from: string, to: string])[]} replacements
 */
function edit(path, replacements) {
  let text = readFileSync(path, "utf8");
  for (const [from, to] of replacements) {
    if (!text.includes(from)) throw new Error(`${path} has no ${JSON.stringify(from)}. Correct make-scaffolds.mjs.`);
    text = text.replace(from, to);
  }
  writeFileSync(path, text);
}

/** @param {Record<string, string>} members */
function sorted(members) {
  return Object.fromEntries(Object.entries(members).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** @param {string} folder @param {string} path */
function relativeTo(folder, path) {
  return relative(folder, path).replaceAll("\\", "/");
}
