import { closestName } from "@cmgen/model/closest-name";
import type { Endpoint, Kind, ServedDocument } from "./served-document.js";
import { ToolError } from "./tool-error.js";

/** Calls a kind as no other is called: `people.people.example.com/v1alpha1`. */
export function kindName({ plural, group, version }: Kind): string {
  return `${plural}.${group}/${version}`;
}

/**
 * Finds the kind that is meant by `people`, `Person`, `people.people.example.com` or `people.people.example.com/v1alpha1`.
 *
 * @throws {ToolError} `NotFound` for none, `BadRequest` for several.
 */
export function findKind({ kinds }: ServedDocument, name: string): Kind {
  const meant = kinds.filter((kind) => namesOf(kind).includes(name.toLowerCase()));
  const [only, another] = meant;
  if (only !== undefined && another === undefined) return only;
  if (only === undefined)
    throw notFound({ what: "kind", names: kinds.map(kindName), candidates: kinds.flatMap(namesOf) }, name);
  throw new ToolError("BadRequest", `Several kinds are called ${shown(name)}: ${meant.map(kindName).join(", ")}.`, {
    next: "Say which by its group and version.",
  });
}

function namesOf(kind: Kind): readonly string[] {
  const { plural, group } = kind;
  return [plural, kind.kind.toLowerCase(), `${plural}.${group}`, kindName(kind)];
}

/** @throws {ToolError} `NotFound`. */
export function findEndpoint({ endpoints }: ServedDocument, name: string): Endpoint {
  const found = endpoints.find(({ operation }) => operation === name);
  if (found !== undefined) return found;
  const names = endpoints.map(({ operation }) => operation);
  throw notFound({ what: "endpoint", names, candidates: names }, name);
}

/** Names that are listed in an answer about one that there is not. */
const LISTED = 30;

interface Known {
  readonly what: "kind" | "endpoint";
  readonly names: readonly string[];
  /** What it may have been meant for. */
  readonly candidates: readonly string[];
}

function notFound({ what, names, candidates }: Known, name: string): ToolError {
  const near = closestName(name, candidates);
  const guess = near === undefined ? "" : ` Did you mean ${near}?`;
  const list = `${names.slice(0, LISTED).join(", ") || "none"}${names.length > LISTED ? ", …" : ""}`;
  return new ToolError("NotFound", `There is no ${what} ${shown(name)}.${guess} There are: ${list}.`, {
    next: `Call ${what}s to see all.`,
  });
}

function shown(name: string): string {
  return JSON.stringify(name);
}
