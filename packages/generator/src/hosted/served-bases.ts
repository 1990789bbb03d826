import { isObject } from "../config/object-of.js";

/** What a document says of its paths, whoever made it. */
interface Document {
  readonly paths?: unknown;
  readonly tags?: unknown;
}

/** The paths of plugins' own that endpoints are below, as the document's tags say, the longest first. */
export function ownBasesOf({ tags }: Document): readonly string[] {
  const bases = (Array.isArray(tags) ? (tags as unknown[]) : []).flatMap((tag) => {
    const base = isObject(tag) ? tag["x-cmgen-base"] : undefined;
    return typeof base === "string" ? [base] : [];
  });
  return [...new Set(bases)].toSorted((one, other) => other.length - one.length);
}

/** `/apis/<group>/<version>` of a path below it. */
export function baseOfPath(path: string): string | undefined {
  return /^(\/apis\/[^/]+\/[^/]+)\/./s.exec(path)?.[1];
}

/** The paths that what a plugin serves is below: `/apis/<group>/<version>`, or one of its own. */
export function servedBases(document: Document): readonly string[] {
  const paths = Object.keys(isObject(document.paths) ? document.paths : {});
  return [...new Set([...paths.flatMap((path) => baseOfPath(path) ?? []), ...ownBasesOf(document)])].toSorted();
}
