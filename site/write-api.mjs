import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { Application } from "typedoc";
import { addExamples, GENERATED_ONLY } from "./add-examples.mjs";
import { mentionsIn } from "./mentions.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const packages = join(root, "packages");

/** What users and generated code import. Other entries are for cmgen's own packages. */
const entryPoints = [
  { package: "model", paths: ["."] },
  { package: "runtime", paths: [".", "./codegen"] },
  { package: "client", paths: [".", "./batch", "./query", "./react"] },
  { package: "cli", paths: [".", "./emitter"] },
  { package: "console", paths: ["./extension", "./page"] },
];

/**
 * Writes the reference of every public TypeScript name into docs/api, a page for each module that users import. It is made from the
 * compiled declarations: those are what a user's compiler sees, and they keep the doc comments.
 */
const modules = entryPoints.flatMap(modulesOf);
const app = await Application.bootstrapWithPlugins({
  name: "API reference",
  entryPoints: modules.map(({ declarations }) => declarations),
  tsconfig: join(root, "site", "tsconfig.api.json"),
  plugin: ["typedoc-plugin-markdown"],
  outputs: [{ name: "markdown", path: join(root, "docs", "api") }],
  router: "module",
  readme: "none",
  sort: ["source-order"],
  // Such as what props inherit from React.
  excludeExternals: true,
  excludeInternal: true,
  excludePrivate: true,
  disableSources: true,
  githubPages: false,
  // The compiler has checked them when it wrote them.
  skipErrorChecking: true,
  logLevel: "Warn",
  hideBreadcrumbs: true,
  hidePageHeader: true,
  useCodeBlocks: true,
  entryFileName: "index",
  interfacePropertiesFormat: "table",
  classPropertiesFormat: "table",
  typeDeclarationFormat: "table",
  propertyMembersFormat: "table",
  parametersFormat: "table",
  typeAliasPropertiesFormat: "table",
  tableColumnSettings: {
    hideSources: true,
    hideDefaults: true,
    hideInherited: true,
    hideModifiers: true,
    hideOverrides: true,
  },
});
const entries = app.getEntryPoints() ?? [];
if (entries.length === 0)
  throw new Error("typedoc could not read the declarations of the packages: run npm run build first.");
const project = app.converter.convert(entries);
for (const { name, declarations } of modules) moduleOf(declarations).name = name;
const without = addExamples(project.children ?? [], mentionsIn(entries.map(named)), root);
// What a model must have for it is in none of the examples.
const unseen = without.filter((name) => !name.startsWith(`${GENERATED_ONLY}: `));
if (unseen.length > 0)
  throw new Error(
    `No page, no example and no generated file uses these names. Show them on a page:\n${unseen.join("\n")}`,
  );
await app.generateOutputs(project);

function modulesOf({ package: folder, paths }) {
  const manifest = JSON.parse(readFileSync(join(packages, folder, "package.json"), "utf8"));
  return paths.map((path) => ({
    name: path === "." ? manifest.name : `${manifest.name}/${path.slice(2)}`,
    declarations: join(packages, folder, manifest.exports[path].types),
  }));
}

function named({ program, sourceFile }) {
  const module = modules.find(({ declarations }) => declarations === sourceFile.fileName);
  return { name: module.name, program, sourceFile };
}

/** typedoc names a module by its file; users know it by what they import. */
function moduleOf(declarations) {
  const path = relative(packages, declarations).replace(/(\/index)?\.d\.ts$/, "");
  const found = project.children?.find(({ name }) => name === path);
  if (found === undefined) throw new Error(`typedoc has no module ${path}, but reads ${declarations}.`);
  return found;
}
