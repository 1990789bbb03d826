import { ask, type Asking } from "./ask.js";
import { elementsOf, membersOf, type Members } from "./members.js";
import { ToolError } from "./tool-error.js";

/** A kind of objects that the service has. */
export interface Kind {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly kind: string;
  /** Path of the collection. */
  readonly path: string;
  /** Whether the status is written at a path of its own. */
  readonly hasStatus: boolean;
  readonly indexes: readonly Members[];
  /** The operation that creates an object. */
  readonly creation: Members;
}

/** A custom endpoint. */
export interface Endpoint {
  /** What it is called by. */
  readonly operation: string;
  readonly method: string;
  /** With its parameters in braces. */
  readonly path: string;
  readonly summary: string;
  readonly definition: Members;
  /** Parameters of all methods of the path. */
  readonly shared: readonly unknown[];
}

/** What a service says of itself in its OpenAPI document. */
export interface ServedDocument {
  readonly title: string;
  readonly kinds: readonly Kind[];
  readonly endpoints: readonly Endpoint[];
  readonly components: Members;
}

/**
 * Reads what a service has, as the caller may know it.
 *
 * @throws {ToolError} where the caller may not read it: that it has roles for objects is not enough.
 */
export async function readServedDocument(asking: Asking): Promise<ServedDocument> {
  try {
    return documentOf((await ask(asking, { method: "GET", path: "/openapi.json" })).json);
  } catch (error) {
    if (!(error instanceof ToolError) || error.code !== "Forbidden") throw error;
    const next = 'Tools read there which kinds there are. Ask the user for a role with `pages: ["/openapi.json"]`.';
    throw new ToolError("Forbidden", error.message, { next });
  }
}

function documentOf(json: unknown): ServedDocument {
  const { paths: all, info, components } = membersOf(json);
  const paths = membersOf(all);
  const kinds = Object.entries(paths).flatMap(([path, item]) => kindOf(path, membersOf(item), paths));
  const isOfKind = (path: string): boolean =>
    kinds.some((kind) => path === kind.path || path.startsWith(`${kind.path}/{name}`));
  const endpoints = Object.entries(paths).flatMap(([path, item]) =>
    isOfKind(path) || path.startsWith("/apis/-/") ? [] : endpointsOf(path, membersOf(item)),
  );
  const { title } = membersOf(info);
  return { title: typeof title === "string" ? title : "", kinds, endpoints, components: membersOf(components) };
}

const COLLECTION = /^\/apis\/([a-z0-9][a-z0-9.-]*)\/([a-z0-9]+)\/([a-z0-9][a-z0-9-]*)$/;

function kindOf(path: string, item: Members, paths: Members): readonly Kind[] {
  const [, group, version, plural] = COLLECTION.exec(path) ?? [];
  const { kind, indexes } = membersOf(item["x-cmgen-resource"]);
  if (group === undefined || version === undefined || plural === undefined || typeof kind !== "string") return [];
  const hasStatus = paths[`${path}/{name}/status`] !== undefined;
  const creation = membersOf(item["post"]);
  return [{ group, version, plural, kind, path, hasStatus, creation, indexes: elementsOf(indexes).map(membersOf) }];
}

const METHODS = ["get", "post", "put", "patch", "delete"];

function endpointsOf(path: string, item: Members): readonly Endpoint[] {
  return METHODS.flatMap((method) => {
    const definition = membersOf(item[method]);
    const { operationId, summary } = definition;
    if (typeof operationId !== "string") return [];
    const shared = elementsOf(item["parameters"]);
    const said = typeof summary === "string" ? summary : "";
    return [{ operation: operationId, method: method.toUpperCase(), path, summary: said, definition, shared }];
  });
}
