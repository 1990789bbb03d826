import { jsonEqual } from "@cmgen/model/internal";
import { recordOf } from "../api/json.js";

/** A field in which two changes of one object differ. A value that is absent is `undefined`. */
export interface Difference {
  readonly path: readonly string[];
  readonly base: unknown;
  readonly theirs: unknown;
  readonly mine: unknown;
  /** Whether both have changed it. */
  readonly isClash: boolean;
}

/** Whose value of a field is kept. */
export type Side = "theirs" | "mine";

/** The three states of an object: as both found it, and as each has left it. */
export interface ThreeWays {
  readonly base: unknown;
  readonly theirs: unknown;
  readonly mine: unknown;
}

/** Where theirs and mine differ, field by field. Lists are one value: nobody knows which of their items are the same. */
export function differences(ways: ThreeWays, path: readonly string[] = []): readonly Difference[] {
  const { base, theirs, mine } = ways;
  if (isEqual(theirs, mine)) return [];
  if (isRecord(theirs) && isRecord(mine)) {
    const members = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])];
    const before = recordOf(base);
    return members.flatMap((member) =>
      differences({ base: before[member], theirs: theirs[member], mine: mine[member] }, [...path, member]),
    );
  }
  return [{ path, ...ways, isClash: !isEqual(base, theirs) && !isEqual(base, mine) }];
}

/** Whose value is kept unless the user says something else: of whoever has changed it. Where both have, nobody but the user knows. */
export function preferredSide({ base, mine, isClash }: Difference): Side | undefined {
  if (isClash) return undefined;
  return isEqual(base, mine) ? "theirs" : "mine";
}

/** Theirs, with my values where a difference is decided so. */
export function mergeChanges(theirs: unknown, kept: readonly Difference[]): unknown {
  return kept.reduce((merged, { path, mine }) => withValue(merged, path, mine), theirs);
}

function withValue(object: unknown, path: readonly string[], value: unknown): unknown {
  const [member, ...rest] = path;
  if (member === undefined) return value;
  const { [member]: before, ...others } = recordOf(object);
  const after = withValue(before, rest, value);
  if (after === undefined) return others;
  // The order of members stays what it was.
  return before === undefined ? { ...others, [member]: after } : { ...recordOf(object), [member]: after };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isEqual(one: unknown, other: unknown): boolean {
  return one === undefined || other === undefined ? one === other : jsonEqual(one, other);
}
