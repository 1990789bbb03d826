import { compareText } from "../../model/compare-text.js";
import type { EndpointModel, ProjectModel } from "../../model/model.js";
import { pascalCase } from "../../model/name-case.js";
import { typeIdentifiers } from "../../render/identifier.js";

/** The endpoints of one API version (spec 4.3). */
export interface EndpointGroup {
  /** `<group>/<version>`. */
  readonly apiVersion: string;
  readonly group: string;
  readonly version: string;
  /** What generated code calls them all: `ConsoleApi`. */
  readonly name: string;
  /** By path, then method. */
  readonly endpoints: readonly EndpointModel[];
}

/** The endpoints whose API version is known, by API version. */
export function endpointGroups(project: Pick<ProjectModel, "models" | "endpoints">): readonly EndpointGroup[] {
  const byVersion = new Map<string, EndpointModel[]>();
  for (const { apiVersion, endpoints } of project.endpoints) {
    if (apiVersion === undefined || endpoints.length === 0) continue;
    byVersion.set(apiVersion, [...(byVersion.get(apiVersion) ?? []), ...endpoints]);
  }
  const entries = [...byVersion].toSorted(([a], [b]) => compareText(a, b));
  const names = namesOfGroups(
    entries.map(([apiVersion]) => apiVersion),
    project,
  );
  return entries.map(([apiVersion, endpoints], at) => {
    const [group = "", version = ""] = apiVersion.split("/");
    const name = names[at] ?? group;
    return { apiVersion, group, version, name, endpoints: endpoints.toSorted(byPath) };
  });
}

/** What generated code calls the types of a group, its client's type, and the function that makes one. */
export function groupNames(name: string): {
  readonly types: string;
  readonly client: string;
  readonly createClient: string;
} {
  return { types: name, client: `${name}Client`, createClient: `create${name}Client` };
}

function byPath(a: EndpointModel, b: EndpointModel): number {
  return compareText(a.path, b.path) || compareText(a.method, b.method);
}

/** Words for what stands before a model's group (spec 4.3, rule 5). */
const audiences: readonly (readonly [prefix: string, word: string])[] = [
  ["console.api.", "Console"],
  ["uc.api.", "UserCenter"],
  ["api.", "Public"],
];

/** By audience: `ConsoleApi`. Where an audience has several groups, each has the first label of the models' group before it. */
function namesOfGroups(apiVersions: readonly string[], { models }: Pick<ProjectModel, "models">): readonly string[] {
  const groups = new Set(models.map(({ group }) => group));
  const parts = apiVersions.map((apiVersion) => {
    const [group = "", version = ""] = apiVersion.split("/");
    const [prefix, word] = audiences.find(
      ([before]) => groups.has(group.slice(before.length)) && group.startsWith(before),
    ) ?? ["", ""];
    return { word, label: pascalCase(group.slice(prefix.length).split(".")[0] ?? ""), version };
  });
  const wanted = parts.map(({ word, label, version }) => {
    const isAlone = parts.filter((other) => other.word === word && other.version === version).length === 1;
    return `${word !== "" && isAlone ? "" : label}${word}Api`;
  });
  // Modules of different API versions may use the same names.
  const free = new Map<string, readonly string[]>();
  for (const { version } of parts) {
    free.set(version, typeIdentifiers(wanted.filter((_, at) => parts[at]?.version === version)));
  }
  return parts.map(({ version }, at) => {
    const place = parts.slice(0, at).filter((other) => other.version === version).length;
    return free.get(version)?.[place] ?? wanted[at] ?? "";
  });
}

/** Method and path: unique within a group, and what generated code finds an endpoint by. */
export function endpointKey({ method, path }: Pick<EndpointModel, "method" | "path">): string {
  return `${method} ${path}`;
}

/** Names of a path template's parameters. */
export function pathParameters(path: string): readonly string[] {
  return [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => name);
}

/** What a name for a part of an endpoint, or for all of it, is made from: `put /notes/{slug} body`. */
export function endpointText({ method, path }: Pick<EndpointModel, "method" | "path">, part = ""): string {
  return `${method.toLowerCase()} ${path} ${part}`;
}
