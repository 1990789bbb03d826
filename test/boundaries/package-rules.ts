import { builtinModules } from "node:module";
import type { Breach, Rule, SourceFile } from "./source-file.js";

/** Which packages of the workspace a package may import. */
const packages: Readonly<Record<string, readonly string[]>> = {
  model: [],
  client: ["@cmgen/model"],
  store: ["@cmgen/model", "@cmgen/sqlite", "@cmgen/sqlite-node20"],
  mcp: ["@cmgen/model"],
  console: ["@cmgen/model", "@cmgen/client"],
  runtime: ["@cmgen/model", "@cmgen/store", "@cmgen/mcp", "@cmgen/console"],
  generator: ["@cmgen/model", "@cmgen/runtime", "@cmgen/templates"],
  cli: [
    "@cmgen/console",
    "@cmgen/model",
    "@cmgen/client",
    "@cmgen/templates",
    "@cmgen/generator",
    "@cmgen/runtime",
    "@cmgen/store",
    "@cmgen/mcp",
  ],
};

/** Packages that only some folders may import. `files` bounds how many modules may do so. */
const confined: readonly { readonly names: readonly string[]; readonly below: RegExp; readonly files?: number }[] = [
  { names: ["ts-morph", "@ts-morph/common"], below: /^packages\/generator\/src\/(read|edit)\// },
  { names: ["handlebars"], below: /^packages\/generator\/src\/render\//, files: 1 },
  { names: ["express"], below: /^packages\/runtime\/src\/express\// },
  { names: ["pino", "pino-pretty"], below: /^packages\/runtime\/src\/log\// },
  { names: ["@modelcontextprotocol/server", "zod"], below: /^packages\/mcp\/src\// },
  { names: ["@cmgen/mcp"], below: /^packages\/runtime\/src\/server\/agents\/|^packages\/cli\/src\/agents\// },
  { names: ["@cmgen/console"], below: /^packages\/(runtime\/src\/server|cli\/src)\/console\// },
  { names: ["@tanstack/react-router", "@tanstack/react-table", "@base-ui/react"], below: /^packages\/console\/src\// },
  {
    names: ["@codemirror/state", "@codemirror/view", "@codemirror/lint", "@codemirror/language", "yaml"],
    below: /^packages\/console\/src\/editor\//,
  },
  { names: ["better-sqlite3", "pg"], below: /^packages\/store\/src\// },
  { names: ["@tanstack/query-core"], below: /^packages\/client\/src\/query\// },
  { names: ["@tanstack/react-query", "react"], below: /^packages\/(client\/src\/react|console\/src)\// },
  {
    names: ["@cmgen/runtime", "@cmgen/store"],
    below:
      /^packages\/(?!cli\/|generator\/)|^packages\/cli\/src\/(backup|copy|database|doctor|documents|identities|tenants|transfer)\/|^packages\/generator\/src\/(manifests\/|cache\/tool-fingerprint\.ts$)/,
  },
];

/** A package imports the packages of the workspace that the design lets it import, by their entries and no other way. */
export const workspaceImports: Rule = (files) =>
  eachImport(files, (file, specifier) => {
    if (file.isTest || !isWorkspace(specifier)) return [];
    const allowed = packages[file.package] ?? [];
    const name = packageName(specifier);
    return allowed.includes(name)
      ? []
      : [`${file.path} imports ${specifier}; ${file.package} may import: ${list(allowed)}`];
  });

/** ts-morph, Handlebars, Express and SQL each have one room. */
export const confinedImports: Rule = (files) =>
  confined.flatMap(({ names, below, files: most = Infinity }) => {
    const users = files.filter(
      (file) => !file.isTest && file.imports.some((name) => names.includes(packageName(name))),
    );
    const outside = users.filter((file) => !below.test(file.path));
    const breaches = outside.map((file) => `${file.path} imports ${list(names)}, which is kept to ${below.source}`);
    const crowd = users.length > most ? users : [];
    return breaches.concat(
      crowd.map((file) => `${file.path} imports ${list(names)}; at most ${most} of ${users.length} may`),
    );
  });

/** What runs in a browser imports nothing of Node's, and names Node's modules nowhere else either. */
export const browserSafe: Rule = (files) =>
  eachImport(files, (file, specifier) => {
    const browser = ["model", "client", "console"].includes(file.package);
    const builtin = specifier.startsWith("node:") || builtinModules.includes(specifier);
    return browser && !file.isTest && builtin
      ? [`${file.path} imports ${specifier}; ${file.package} runs in browsers`]
      : [];
  });

/** Which of a package's folders may use what of Node's; what is not named here may be used everywhere. Types count: they shape interfaces. */
const builtins: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  runtime: {
    "node:http":
      /^(access|batch|http|express|host|server|endpoint|sign-in|transfer|watch)\/|^subscription\/send-webhook\.ts$/,
    "node:https": /^subscription\/send-webhook\.ts$/,
    "node:dns": /^subscription\/send-webhook\.ts$/,
    "node:net": /^server\/|^subscription\/send-webhook\.ts$/,
    "node:zlib": /^http\/|^identity\/secret\.ts$/,
    "node:fs": /^(audit|manifest|server)\//,
    "node:fs/promises": /^(audit|manifest|server)\//,
    "node:worker_threads": /^$/,
    "node:child_process": /^$/,
    "node:vm": /^$/,
    "node:module": /^$/,
  },
  store: {
    "node:http": /^$/,
    "node:fs": /^(backup|migrate|open|sqlite)\//,
    "node:fs/promises": /^(backup|migrate|open|sqlite)\//,
    "node:worker_threads": /^sqlite\//,
    "node:child_process": /^$/,
    "node:vm": /^$/,
    "node:module": /^sqlite\//,
  },
};

/** In a service, sockets, files and threads each have their rooms; processes and code from text have none. */
export const builtinRooms: Rule = (files) =>
  eachImport(files, (file, specifier) => {
    const rooms = builtins[file.package] ?? {};
    const room = Object.hasOwn(rooms, specifier) ? rooms[specifier] : undefined;
    const outside = room !== undefined && !file.isTest && !room.test(file.inPackage);
    return outside ? [`${file.path} imports ${specifier}, which is kept to ${room.source}`] : [];
  });

/** Node's modules are named with `node:`, so that they cannot be taken for packages. */
export const nodeProtocol: Rule = (files) =>
  eachImport(files, (file, specifier) =>
    builtinModules.includes(specifier) && !specifier.startsWith("node:")
      ? [`${file.path} imports ${specifier} without node:`]
      : [],
  );

/** Relative imports say `.js`, as Node resolves them, and stay inside of the package's `src`. */
export const relativeImports: Rule = (files) =>
  eachImport(files, (file, specifier) => {
    if (!specifier.startsWith(".")) return [];
    if (!/\.(js|json|css)$/.test(specifier)) return [`${file.path} imports ${specifier} without its extension`];
    return resolveRelative(file.inPackage, specifier) === undefined && !file.isTest
      ? [`${file.path} imports ${specifier}, outside of its package's src`]
      : [];
  });

/** Packages from the registry are declared by the package that imports them; for types alone, those of DefinitelyTyped are enough. */
export function declaredDependencies(dependenciesOf: (file: SourceFile) => readonly string[]): Rule {
  return (files) =>
    eachImport(files, (file, specifier) => {
      const external = !/^(\.|#|node:)/.test(specifier);
      const name = packageName(specifier);
      const names = file.valueImports.includes(specifier) ? [name] : [name, `@types/${name}`];
      const missing = external && !names.some((declared) => dependenciesOf(file).includes(declared));
      return missing ? [`${file.path} imports ${specifier}, which its package.json does not list`] : [];
    });
}

/** The path below `src` that a relative specifier names, or `undefined` where it leads out of it. */
export function resolveRelative(from: string, specifier: string): string | undefined {
  const segments = from.split("/").slice(0, -1);
  for (const segment of specifier.split("/")) {
    if (segment === ".") continue;
    if (segment !== "..") segments.push(segment);
    else if (segments.pop() === undefined) return undefined;
  }
  return segments.join("/").replace(/\.js$/, ".ts");
}

function eachImport(
  files: readonly SourceFile[],
  check: (file: SourceFile, specifier: string) => readonly Breach[],
): readonly Breach[] {
  return files.flatMap((file) => file.imports.flatMap((specifier) => check(file, specifier)));
}

function packageName(specifier: string): string {
  const parts = specifier.split("/");
  return specifier.startsWith("@") ? parts.slice(0, 2).join("/") : (parts[0] ?? "");
}

function isWorkspace(specifier: string): boolean {
  const name = packageName(specifier);
  return name === "cmgen" || name.startsWith("@cmgen/");
}

function list(names: readonly string[]): string {
  return names.length === 0 ? "nothing" : names.join(", ");
}
