import type { ReadOnlyFields } from "../api/access.js";
import type { Schema } from "../api/model.js";
import { valueAt } from "../api/json.js";
import type { ValuePath } from "../editor/edit-text.js";
import type { EditableObject } from "../editor/object-text.js";
import { texts } from "../texts.js";

/** What keeps fields from being changed. */
export interface Locks {
  /** Whether nothing can be changed: the reason is said once, above the form. */
  readonly isWhole: boolean;
  /** The object that is stored; undefined for one that is being created. */
  readonly base: EditableObject | undefined;
  /** Fields that the caller may not set or change. */
  readonly readOnly: ReadOnlyFields;
}

/** Why a field cannot be changed by itself; empty where the reason is said elsewhere, undefined if it can. */
export function lockOf(locks: Locks, path: ValuePath, schema: Schema): string | undefined {
  const { isWhole, base } = locks;
  if (isWhole) return "";
  if (base !== undefined && path.join("/") === "metadata/name") return texts.form.nameStays;
  if (schema["x-immutable"] === true && isOfStored(base, path)) return texts.form.immutable;
  return isAmong(path, locks.readOnly) ? texts.form.readOnly : undefined;
}

/** Whether what the field is in is stored: then the field keeps what it is, also if it is absent. A new thing brings its own. */
function isOfStored(base: EditableObject | undefined, path: ValuePath): boolean {
  if (base === undefined || path.some(isPlace)) return false;
  const around = valueAt(base, path.slice(0, -1));
  return typeof around === "object" && around !== null;
}

function isAmong(path: ValuePath, fields: ReadOnlyFields): boolean {
  const members = path.filter((step) => !isPlace(step));
  return fields.some((field) => field.length === members.length && field.every((member, at) => members[at] === member));
}

function isPlace(step: string): boolean {
  return /^\d+$/.test(step);
}
