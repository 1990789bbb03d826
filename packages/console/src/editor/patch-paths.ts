import { recordOf, type Json } from "../api/json.js";

/** A patch without paths as names, and which fields are given twice. */
export interface UnfoldedPatch {
  readonly patch: Json;
  readonly twice: readonly string[];
}

/**
 * A patch whose members may be named by paths, as differences are shown: `spec.state: closed` is `spec: { state: closed }`. Deeper names are
 * never paths.
 */
export function unfoldPaths(given: Json): UnfoldedPatch {
  const twice: string[] = [];
  const patch = Object.entries(given).reduce<Json>((unfolded, [name, value]) => {
    const part = pathOf(name).reduceRight<unknown>((below, member) => ({ [member]: below }), value);
    return merge(unfolded, recordOf(part), { above: "", twice });
  }, {});
  return { patch, twice };
}

const PARTS: readonly string[] = ["metadata", "spec", "status"];
/** Labels and annotations have names with dots in them. */
const KEYED = /^(metadata)\.(labels|annotations)\.(.+)$/;

function pathOf(name: string): readonly string[] {
  const path = KEYED.exec(name)?.slice(1) ?? name.split(".");
  return PARTS.includes(path[0] ?? "") && !path.includes("") ? path : [name];
}

interface Merging {
  readonly above: string;
  /** Paths at which both have a value. */
  readonly twice: string[];
}

/** The members of both. */
function merge(one: Json, other: Json, { above, twice }: Merging): Json {
  const added = Object.entries(other).map(([member, value]) => {
    if (!Object.hasOwn(one, member)) return [member, value] as const;
    const path = above + member;
    const before = one[member];
    if (isRecord(before) && isRecord(value))
      return [member, merge(before, value, { above: `${path}.`, twice })] as const;
    twice.push(path);
    return [member, before] as const;
  });
  return Object.fromEntries([...Object.entries(one), ...added]);
}

function isRecord(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
