import { compareText } from "../model/compare-text.js";
import type { EndpointModel, EndpointsModule, ProjectModel } from "../model/model.js";
import { typeIdentifierOf } from "./identifier.js";

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
export function endpointGroups(project: Pick<ProjectModel, "endpoints">): readonly EndpointGroup[] {
  const byVersion = new Map<string, EndpointsModule[]>();
  for (const module of project.endpoints) {
    if (module.apiVersion === undefined || module.endpoints.length === 0) continue;
    byVersion.set(module.apiVersion, [...(byVersion.get(module.apiVersion) ?? []), module]);
  }
  return [...byVersion]
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([apiVersion, modules]) => {
      const [group = "", version = ""] = apiVersion.split("/");
      const name = modules[0]?.exportedAs ?? nameOfGroup(group);
      const endpoints = modules.flatMap((module) => module.endpoints);
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
