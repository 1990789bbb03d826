import { baseTitle } from "../model/base-title.js";
import { compareText } from "../model/compare-text.js";
import type { EndpointModel, EndpointsModule, ProjectModel } from "../model/model.js";
import { typeIdentifierOf } from "./identifier.js";

/** The endpoints below one path (spec 4.3). */
export interface EndpointGroup {
  /** `/apis/<group>/<version>`, or a path of the plugin's own. */
  readonly base: string;
  /** What the config and messages call that path: `<group>/<version>`, or the path. */
  readonly title: string;
  /** Which endpoints they are, in words: `of <group>/<version>`, `below /api`. */
  readonly place: string;
  /** The API version's group; a path of the plugin's own is one by itself. */
  readonly group: string;
  /** The API version; of a path of the plugin's own its segments. The folder of their generated code is called so. */
  readonly version: string;
  /** What generated code calls them all: `ConsoleApi`. */
  readonly name: string;
  /** By path, then method. */
  readonly endpoints: readonly EndpointModel[];
}

/** The endpoints whose path is known, by that. */
export function endpointGroups(project: Pick<ProjectModel, "endpoints">): readonly EndpointGroup[] {
  const byBase = new Map<string, EndpointsModule[]>();
  for (const module of project.endpoints) {
    if (module.base === undefined || module.endpoints.length === 0) continue;
    byBase.set(module.base, [...(byBase.get(module.base) ?? []), module]);
  }
  return [...byBase]
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([base, modules]) => {
      const words = wordsOf(base);
      const endpoints = modules.flatMap((module) => module.endpoints).toSorted(byPath);
      return { base, ...words, name: modules[0]?.exportedAs ?? words.name, endpoints };
    });
}

function wordsOf(base: string): Omit<EndpointGroup, "base" | "endpoints"> {
  const title = baseTitle(base);
  const [group = "", version = ""] = title.split("/");
  if (title !== base) return { title, place: `of ${title}`, group, version, name: nameOfGroup(group) };
  const segments = base.slice(1).split("/");
  const name = typeIdentifierOf([...segments, ...(segments.includes("api") ? [] : ["api"])].join(" "));
  return { title, place: `below ${base}`, group: base, version: segments.join("-"), name };
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

/** By audience, `ConsoleApi`; of a group without one by its first label. It follows from the group alone. */
function nameOfGroup(group: string): string {
  const audience = audiences.find(([prefix]) => group.startsWith(prefix));
  return audience === undefined ? typeIdentifierOf(`${group.split(".")[0]} api`) : `${audience[1]}Api`;
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
