import { createHash } from "node:crypto";
import { FieldMask } from "../document/field-mask.js";
import type { FieldPath } from "./field-path.js";

/** Fields that a caller is not shown, made once for the list of their paths. */
class HiddenFields {
  readonly mask: FieldMask;
  readonly tag: string;

  constructor(paths: readonly FieldPath[]) {
    this.mask = new FieldMask(paths.map((path) => ({ path })));
    const printed = JSON.stringify(paths.map((path) => path.join("\0")).toSorted());
    this.tag = createHash("sha256").update(printed).digest("base64url").slice(0, 8);
  }
}

const known = new WeakMap<readonly FieldPath[], HiddenFields>();

function hiddenFields(paths: readonly FieldPath[]): HiddenFields {
  const found = known.get(paths) ?? new HiddenFields(paths);
  known.set(paths, found);
  return found;
}

/** An object without some fields, which shares its other parts; the object itself if it has none of them. */
export function withoutFields<Value>(object: Value, paths: readonly FieldPath[]): Value {
  return paths.length === 0 ? object : hiddenFields(paths).mask.shown(object);
}

/** The bytes of an object without some fields. */
export function bytesWithout(data: Uint8Array, paths: readonly FieldPath[]): Uint8Array {
  return paths.length === 0 ? data : hiddenFields(paths).mask.shownBytes(data);
}

/** Tells what is shown of an object apart from other forms of it; undefined where it is shown whole. */
export function maskTag(paths: readonly FieldPath[]): string | undefined {
  return paths.length === 0 ? undefined : hiddenFields(paths).tag;
}
