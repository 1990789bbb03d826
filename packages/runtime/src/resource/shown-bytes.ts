import { bytesWithout, maskTag } from "../access/hidden-fields.js";
import type { Scope } from "../access/scope.js";
import type { StoredBytes } from "@cmgen/store";
import type { PrintedObject } from "./object-record.js";
import { parseStored, printStored, readObject, type StoredObject } from "./stored-object.js";
import type { WriteContext } from "./write-context.js";

type Showing = Pick<WriteContext, "view" | "access">;

/** An object as an answer has it. */
export interface ShownBytes extends StoredBytes {
  /** Tells what the caller sees of it apart from other forms; absent where it sees everything. */
  readonly mask?: string | undefined;
}

type Shown = Pick<ShownBytes, "data" | "mask">;

/** Bytes out of the store as the caller sees them. */
export function shownBytes(context: Showing, data: Uint8Array, stored: StoredObject): Shown {
  return masked(context, stored, () => context.view.shownBytes(data, true));
}

/** An object that has just been stored, as the caller sees it. */
export function shownData(context: Showing, { object, data }: PrintedObject): Shown {
  const { view } = context;
  return masked(context, object, () => view.masked(view.isStorage ? data : printStored(view.shown(object))));
}

function masked(context: Showing, stored: StoredObject, whole: () => Uint8Array): Shown {
  const hidden = context.access?.hiddenIn(stored) ?? [];
  return { data: bytesWithout(whole(), hidden), mask: maskTag(hidden) };
}

/** Bytes out of the store as a caller sees them who asks for objects in this scope; undefined for an object that is not in it. */
export function scopedBytes(
  { view }: Pick<WriteContext, "view">,
  scope: Scope,
  data: Uint8Array,
): Uint8Array | undefined {
  if (scope.rows === undefined && scope.isEven) return bytesWithout(view.shownBytes(data, true), scope.hidden);
  const stored = view.stored(parseStored({ data }));
  return scope.covers(stored) ? bytesWithout(view.shownBytes(data, true), scope.hiddenIn(stored)) : undefined;
}

/** Reads the object called `name` as the caller sees it; undefined where there is none for the caller. */
export async function readShown(
  context: Pick<WriteContext, "view" | "model" | "store" | "access">,
  name: string,
): Promise<ShownBytes | undefined> {
  const { view, access } = context;
  // Asked before it is read: it may end before it is shown.
  const { mayLack } = view;
  const read = await readObject(context, name);
  if (read === undefined) return undefined;
  const { uid, version } = read;
  if (access === undefined) return { uid, version, data: view.shownBytes(read.data, mayLack) };
  const { rows, isEven, hidden } = access.scope;
  // Nothing depends on what the object is.
  if (rows === undefined && isEven)
    return { uid, version, data: bytesWithout(view.shownBytes(read.data, mayLack), hidden), mask: maskTag(hidden) };
  const stored = view.stored(parseStored(read));
  return access.scope.covers(stored) ? { ...read, ...shownBytes(context, read.data, stored) } : undefined;
}

/** What tells the form apart in which the caller sees an object. */
export function maskOf({ access }: Showing, stored: StoredObject): string | undefined {
  return access === undefined ? undefined : maskTag(access.hiddenIn(stored));
}
