import type { ChangePermit } from "../access/scope.js";
import { type FieldPath, pointersOf, restoreFields } from "../access/field-path.js";
import { withoutFields } from "../access/hidden-fields.js";
import { ApiError } from "../error/api-error.js";
import type { Envelope } from "./envelope.js";
import { invalid } from "./invalid.js";
import { notFound } from "./refusal.js";
import { brokenReferences, newReferences } from "./references/reference-guards.js";
import { parseStored, readObject, type StoredObject } from "./stored-object.js";
import type { WriteContext } from "./write-context.js";

/**
 * Asserts that the caller may do what is asked with an object.
 *
 * @throws {ApiError} `NotFound` for an object that the caller does not see, as if there were none; `Forbidden` for one that it sees.
 */
export function assertCovered({ access, view }: WriteContext, stored: StoredObject): void {
  if (access === undefined || access.scope.covers(stored)) return;
  const { name } = stored.metadata;
  if (!access.sees(stored)) throw notFound(view.model, name);
  throw new ApiError(
    "Forbidden",
    `The caller may read the ${view.model.singular} ${JSON.stringify(name)}, but not do this with it.`,
  );
}

/**
 * Asserts that the caller may change or remove an object that is there, also if it gives somebody rights.
 *
 * @throws {ApiError} as {@link assertCovered} does; `Forbidden` where somebody has rights by it that the caller has not.
 */
export async function assertChangeable(context: WriteContext, stored: StoredObject): Promise<void> {
  assertCovered(context, stored);
  await context.access?.assertChangeable(stored);
}

/** An object as the caller sees it: in its version, and without the fields that are hidden from it. */
export function seenObject(
  { access, view }: WriteContext,
  stored: StoredObject,
  shown = view.shown(stored),
): StoredObject {
  const hidden = access?.hiddenIn(stored) ?? [];
  return withoutFields(shown, hidden);
}

/**
 * What a caller sends, with the fields that it does not see as they are.
 *
 * @throws {ApiError} `Forbidden` naming these fields, where it sends them.
 */
export function withUnseen(
  { access }: WriteContext,
  draft: Envelope,
  { stored, shown }: { readonly stored: StoredObject; readonly shown: StoredObject },
): Envelope {
  const hidden = access?.hiddenIn(stored) ?? [];
  if (hidden.length === 0) return draft;
  assertUnnamed(draft, hidden);
  // The next attempt begins with the same draft.
  const whole = structuredClone(draft);
  restoreFields(whole, shown, hidden);
  return whole;
}

function assertUnnamed(draft: Envelope, hidden: readonly FieldPath[]): void {
  const named = pointersOf(draft, hidden);
  if (named.length > 0) throw forbiddenFields(named, "is not a field that the caller may see or set");
}

function forbiddenFields(pointers: readonly string[], message: string): ApiError {
  const errors = [...new Set(pointers)].map((path) => ({ path, code: "forbidden", message }));
  return new ApiError("Forbidden", `The caller may not set ${errors.map(({ path }) => path).join(", ")}.`, { errors });
}

/** What a write does, for the rules about it: both states in the caller's version, as the caller sends them. */
export interface SentChange {
  readonly before: StoredObject | undefined;
  readonly after: Envelope;
}

/** @throws {ApiError} `Forbidden` naming the fields that no rule lets the caller change. */
export function assertFieldsAllowed(permit: ChangePermit | undefined, { before, after }: SentChange): void {
  const refused = permit?.refusedFields(before ?? {}, after) ?? [];
  if (refused.length > 0) throw forbiddenFields(refused, "is a field that the caller may not change");
}

/** @throws {ApiError} `Forbidden` where no rule covers what is about to be stored, or it would give somebody rights that the caller has not. */
export async function assertResultAllowed(
  { view: { model }, access }: WriteContext,
  permit: ChangePermit | undefined,
  { result, before }: { readonly result: StoredObject; readonly before?: StoredObject | undefined },
): Promise<StoredObject> {
  await access?.assertGrant(result, before);
  if (permit === undefined || permit.allows(result)) return result;
  throw new ApiError(
    "Forbidden",
    `The caller may not make the ${model.singular} ${JSON.stringify(result.metadata.name)} what it would be.`,
  );
}

/**
 * Asserts that the caller sees every object that it begins to refer to: for it, others do not exist.
 *
 * @throws {ApiError} `Invalid`, as for objects that do not exist.
 */
export async function assertReferencesSeen(
  context: WriteContext,
  object: StoredObject,
  before: StoredObject | undefined,
): Promise<void> {
  const { access, store } = context;
  if (access === undefined || context.references.outgoing.length === 0) return;
  const broken = [];
  for (const held of newReferences(context, object, before)) {
    const { model, view } = held.reference;
    const { sight } = access.to(view, { verb: "get" });
    if (sight.rows === undefined && !sight.isEmpty) continue;
    const target = await readObject({ model, store }, held.name);
    if (target === undefined || sight.covers(view.stored(parseStored(target)))) continue;
    broken.push({
      held,
      message: `refers to the ${model.singular} ${JSON.stringify(held.name)}, which does not exist`,
    });
  }
  if (broken.length > 0) throw invalid(brokenReferences(context, object, broken));
}
