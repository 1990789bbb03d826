import { resolveRelative } from "./package-rules.js";
import type { Rule, SourceFile } from "./source-file.js";

/**
 * No module imports itself by way of others. Types may look back: they are gone when modules are loaded, and an interface that ties
 * functions together names what they take.
 */
export const noCycles: Rule = (files) => {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const cycles = new Map<string, string>();
  const finished = new Set<string>();
  const visit = (file: SourceFile, trail: readonly string[]): void => {
    const start = trail.indexOf(file.path);
    if (start >= 0) {
      const cycle = trail.slice(start);
      cycles.set(cycle.toSorted().join(), [...cycle, file.path].join(" -> "));
      return;
    }
    if (finished.has(file.path)) return;
    for (const next of importedFiles(file, byPath)) visit(next, [...trail, file.path]);
    finished.add(file.path);
  };
  for (const file of files) visit(file, []);
  return [...cycles.values()];
};

/** Folders of the generator that may not import certain others: each stage sees the data of the one before, never its insides. */
const folders: readonly { readonly from: RegExp; readonly mayNot: RegExp }[] = [
  { from: /^model\//, mayNot: /^(?!model\/)/ },
  { from: /^read\//, mayNot: /^(check|edit|emit|render|output|migrate)\// },
  // What generated code is to be called is checked by the table that it is made by.
  { from: /^check\//, mayNot: /^(read|render|output|migrate)\/|^emit\/(?!derived-names\.ts)/ },
  { from: /^validator\//, mayNot: /^(read|check|output|migrate)\// },
  { from: /^emit\//, mayNot: /^(read|check|output)\// },
  { from: /^document\//, mayNot: /^(read|check|migrate|cache|evolve)\// },
  { from: /^render\//, mayNot: /^(read|check|emit|output)\// },
  { from: /^output\//, mayNot: /^(read|check|render|emit)\// },
];

/** The stages of the generator depend in one direction. */
export const stages: Rule = (files) =>
  relativeImports(files).flatMap(({ file, target }) =>
    file.package === "generator" && folders.some(({ from, mayNot }) => from.test(file.inPackage) && mayNot.test(target))
      ? [`${file.path} imports ${target}`]
      : [],
  );

/**
 * The folders of a package from the top floor to the ground. A folder imports those below it alone; those of one floor do not know each
 * other. `.` is what lies in `src` itself and is not one of the package's entries, which may import everything.
 */
const floors: Readonly<Record<string, readonly (readonly string[])[]>> = {
  runtime: [
    ["server"],
    ["plugin", "transfer"],
    ["express", "endpoint", "schedule", "audit", "sign-in", "batch", "subscription"],
    ["controller", "http"],
    ["objects"],
    ["host"],
    ["copy", "identity"],
    ["watch", "manifest", "evolve"],
    ["resource"],
    ["access"],
    ["list"],
    ["indexes"],
    ["version"],
    ["model"],
    ["background", "document", "error", "log", "metrics"],
    ["trace"],
  ],
  generator: [
    ["."],
    ["edit"],
    ["config-file", "manifests"],
    ["check", "document", "emitter-kit", "migrate"],
    ["emit"],
    ["hosted"],
    ["cache", "read"],
    ["config", "evolve", "output", "validator"],
    ["diagnostic", "emitter", "render", "schema", "storage"],
    ["memory", "model", "paths", "reserved"],
  ],
  store: [["open", "backup"], ["migrate"], ["sqlite", "postgres"], ["lists", "engine"], ["sql"], ["."]],
  client: [["react"], ["query", "batch"], ["."]],
  console: [
    ["routes", "shared"],
    ["shell", "start", "list", "object", "access", "create", "import"],
    ["endpoints"],
    ["form"],
    ["palette"],
    ["editor"],
    ["extension", "schema"],
    ["api"],
    ["design"],
    ["."],
  ],
  cli: [
    ["commands"],
    ["backup", "copy"],
    ["transfer"],
    [
      "access",
      "add",
      "agents",
      "client",
      "dev",
      "documents",
      "explain",
      "generate",
      "history",
      "identities",
      "init",
      "start",
      "tenants",
      "upgrade",
    ],
    ["console"],
    ["database", "objects", "watch"],
    ["doctor", "environment", "graph", "report", "scaffold", "server"],
    ["."],
    ["help", "refusal"],
  ],
};

const entries: Readonly<Record<string, readonly string[]>> = {
  runtime: ["index.ts", "codegen.ts", "database.ts", "document.ts", "manifests.ts"],
  mcp: ["index.ts", "stdio.ts"],
  store: ["index.ts", "inspect.ts", "backup.ts"],
  client: ["index.ts", "batch.ts", "query.ts", "react.ts"],
  console: ["index.ts", "main.tsx"],
  generator: ["index.ts", "run.ts"],
  cli: ["main.ts", "parse.ts"],
};

/** No folder imports one above it or beside it, for types neither. */
export const downwards: Rule = (files) => {
  const plans = new Map(Object.entries(floors).map(([name, plan]) => [name, floorOf(plan)]));
  const located = files.filter((file) => !file.isTest && !(entries[file.package] ?? []).includes(file.inPackage));
  const homeless = located.flatMap((file) => {
    const plan = plans.get(file.package);
    return plan === undefined || plan.has(folderOf(file.inPackage)) ? [] : [`${file.path} is on no floor`];
  });
  const upwards = relativeImports(located).flatMap(({ file, target }) => {
    const plan = plans.get(file.package);
    const [from, to] = [folderOf(file.inPackage), folderOf(target)];
    const [above, below] = [plan?.get(from), plan?.get(to)];
    const isDown = above === undefined || below === undefined || from === to || above < below;
    return isDown ? [] : [`${file.path} imports ${target}: ${from} is not above ${to}`];
  });
  return [...homeless, ...upwards];
};

/** No folder imports itself by way of others, for types neither: what two rooms need of each other belongs below both. */
export const noFolderCycles: Rule = (files) => {
  const located = files.filter((file) => !file.isTest && !(entries[file.package] ?? []).includes(file.inPackage));
  const below = new Map<string, Set<string>>();
  for (const { file, target } of relativeImports(located)) {
    const [from, to] = [folderOf(file.inPackage), folderOf(target)];
    if (from === to) continue;
    const key = `${file.package}/${from}`;
    below.set(key, (below.get(key) ?? new Set()).add(`${file.package}/${to}`));
  }
  return [...below.keys()].flatMap((room) => {
    const reached = new Set(below.get(room));
    // A set goes through what is added to it on the way.
    for (const other of reached) for (const next of below.get(other) ?? []) reached.add(next);
    return reached.has(room) ? [`${room} imports itself by way of others`] : [];
  });
};

function floorOf(plan: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  return new Map(plan.flatMap((rooms, floor) => rooms.map((room) => [room, floor] as const)));
}

function folderOf(inPackage: string): string {
  return inPackage.includes("/") ? inPackage.slice(0, inPackage.indexOf("/")) : ".";
}

function relativeImports(
  files: readonly SourceFile[],
): readonly { readonly file: SourceFile; readonly target: string }[] {
  return files
    .filter((file) => !file.isTest)
    .flatMap((file) =>
      file.imports
        .filter((specifier) => specifier.startsWith("."))
        .map((specifier) => ({ file, target: resolveRelative(file.inPackage, specifier) ?? "" })),
    );
}

/** What a package offers is listed by name. */
export const noExportStar: Rule = (files) =>
  files
    // What the console shares with its extensions is whole modules of others.
    .filter((file) => !file.path.startsWith("packages/console/src/shared/"))
    .filter((file) => /^\s*export\s+(type\s+)?\*/m.test(file.text))
    .map((file) => `${file.path} exports everything of a module`);

/** Default exports are for configs and for a plugin's own modules, none of which live in packages. */
export const noDefaultExports: Rule = (files) =>
  files
    .filter(
      (file) =>
        !file.isTest &&
        /^\s*export\s+default\b|^\s*export\s*\{[^}]*\bas\s+default\b/m.test(withoutTemplates(file.text)),
    )
    .map((file) => `${file.path} has a default export`);

const shapeless = /(^|[-/.])(utils?|helpers?|common|misc|managers?|services?)([-/.]|$)/;

/** Here the word is the domain's: a running service, which the whole product is about. */
const aboutServices = /^packages\/runtime\/src\/(host|server)\/(?:tenants\/)?[a-z-]*service[a-z-]*\.ts$/;

/** A name that says nothing is no name; files are kebab-case. */
export const fileNames: Rule = (files) =>
  files.flatMap((file) => {
    const saysNothing = shapeless.test(file.inPackage) && !aboutServices.test(file.path);
    const shown = saysNothing ? [`${file.path} has a name that says nothing`] : [];
    const kebab = /^([a-z0-9]+(-[a-z0-9]+)*\/)*[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*\.tsx?$/.test(file.inPackage);
    return kebab ? shown : [...shown, `${file.path} is not in kebab-case`];
  });

/** One curated entry a package: no other `index.ts` gathers and re-exports. */
export const oneIndex: Rule = (files) =>
  files
    .filter((file) => file.inPackage.endsWith("/index.ts"))
    .map((file) => `${file.path} is an index beside the package's own`);

function importedFiles(file: SourceFile, byPath: ReadonlyMap<string, SourceFile>): readonly SourceFile[] {
  return file.valueImports
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => `packages/${file.package}/src/${resolveRelative(file.inPackage, specifier) ?? ""}`)
    .map((path) => byPath.get(path) ?? byPath.get(`${path}x`))
    .filter((target) => target !== undefined);
}

/** Text without template literals, in which generated code may be quoted. */
function withoutTemplates(text: string): string {
  return text.replaceAll(/`(?:[^`\\]|\\.)*`/gs, "``");
}
