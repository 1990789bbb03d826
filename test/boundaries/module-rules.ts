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

/** Folders of a package that may not import certain others of it: each stage sees the data of the one before, never its insides. */
const folders: readonly { readonly package: string; readonly from: RegExp; readonly mayNot: RegExp }[] = [
  { package: "generator", from: /^model\//, mayNot: /^(?!model\/)/ },
  { package: "generator", from: /^read\//, mayNot: /^(check|emit|render|output|migrate)\// },
  { package: "generator", from: /^check\//, mayNot: /^(read|emit|render|output|migrate)\// },
  { package: "generator", from: /^emit\//, mayNot: /^(read|check|output)\// },
  { package: "generator", from: /^render\//, mayNot: /^(read|check|emit|output)\// },
  { package: "generator", from: /^output\//, mayNot: /^(read|check|render)\/|^emit\/(?!emitter\.ts)/ },
  {
    package: "runtime",
    from: /^store\//,
    mayNot: /^(http|express|server(?!\/(log|service)\.ts)|plugin|controller|endpoint|manifest|resource)\//,
  },
  {
    package: "runtime",
    from: /^(resource|list)\//,
    mayNot: /^(http|express|server(?!\/(log|service)\.ts)|plugin|controller|endpoint|manifest)\//,
  },
];

/** The stages of a package depend in one direction. */
export const stages: Rule = (files) =>
  files
    .filter((file) => !file.isTest)
    .flatMap((file) =>
      file.imports.flatMap((specifier) => {
        const target = specifier.startsWith(".") ? resolveRelative(file.inPackage, specifier) : undefined;
        const breached = folders.some(
          ({ package: name, from, mayNot }) =>
            file.package === name && from.test(file.inPackage) && target !== undefined && mayNot.test(target),
        );
        return breached ? [`${file.path} imports ${specifier}, a stage it may not know of`] : [];
      }),
    );

/** What a package offers is listed by name. */
export const noExportStar: Rule = (files) =>
  files
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
const aboutServices = /^packages\/runtime\/src\/server\/[a-z-]*service[a-z-]*\.ts$/;

/** A name that says nothing is no name; files are kebab-case. */
export const fileNames: Rule = (files) =>
  files.flatMap((file) => {
    const saysNothing = shapeless.test(file.inPackage) && !aboutServices.test(file.path);
    const shown = saysNothing ? [`${file.path} has a name that says nothing`] : [];
    const kebab = /^([a-z0-9]+(-[a-z0-9]+)*\/)*[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*\.ts$/.test(file.inPackage);
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
    .map((specifier) => byPath.get(`packages/${file.package}/src/${resolveRelative(file.inPackage, specifier) ?? ""}`))
    .filter((target) => target !== undefined);
}

/** Text without template literals, in which generated code may be quoted. */
function withoutTemplates(text: string): string {
  return text.replaceAll(/`(?:[^`\\]|\\.)*`/gs, "``");
}
