import { checkObjectName, printPointer } from "@cmgen/model/internal";
import type { NeededObjects, ReferringIndex } from "@cmgen/store";
import { namesAt } from "../../model/reference-path.js";
import { shownIndex } from "../../version/shown-index.js";
import { invalid, type BrokenRule } from "../invalid.js";
import type { StoredObject } from "../stored-object.js";
import type { WriteContext } from "../write-context.js";
import type { OutgoingReference } from "./reference-table.js";

/** A name that an object refers to, and its place in the object. */
export interface HeldReference {
  readonly reference: OutgoingReference;
  readonly name: string;
  /** JSON Pointer. */
  readonly path: string;
}

/**
 * The objects that must exist for an object to be written: those it refers to and `before` did not. An object may refer to itself.
 *
 * @throws {ApiError} `Invalid` for a text that cannot be a name. It is not looked up, since a database may not accept every text.
 */
export function neededObjects(
  context: WriteContext,
  object: StoredObject,
  before: StoredObject | undefined,
): readonly NeededObjects[] | undefined {
  const added = newReferences(context, object, before).filter(
    ({ reference, name }) => context.isBrought?.(reference.model.table, name) !== true,
  );
  if (added.length === 0) return undefined;
  const unnameable = added.filter(({ name }) => checkObjectName(name).length > 0);
  if (unnameable.length > 0) {
    const message = "is not the name of an object";
    throw invalid(
      brokenReferences(
        context,
        object,
        unnameable.map((held) => ({ held, message })),
      ),
    );
  }
  const byTable = new Map<string, Set<string>>();
  for (const { reference, name } of added) {
    const names = byTable.get(reference.model.table) ?? new Set();
    byTable.set(reference.model.table, names.add(name));
  }
  return [...byTable].map(([table, names]) => ({ table, names: [...names] }));
}

/** The names that must be checked: an object refers to them, and `before` did not. */
export function newReferences(
  { model, references }: WriteContext,
  object: StoredObject,
  before: StoredObject | undefined,
): readonly HeldReference[] {
  return references.outgoing.flatMap((reference) => {
    if (reference.onDelete === "none") return [];
    const old = new Set(before === undefined ? [] : [...namesAt(before, reference.path)].map(({ name }) => name));
    const itself = reference.model.table === model.table ? object.metadata.name : undefined;
    return [...namesAt(object, reference.path)]
      .filter(({ name }) => !old.has(name) && name !== itself)
      .map(({ name, at }) => ({ reference, name, path: printPointer(at) }));
  });
}

/** A reference that cannot be stored, and why. */
export interface BrokenReference {
  readonly held: HeldReference;
  readonly message: string;
}

/** Broken references at their places in the caller's version. For one that this version does not have, the message names the stored version. */
export function brokenReferences(
  { model, view, references }: WriteContext,
  object: StoredObject,
  broken: readonly BrokenReference[],
): readonly BrokenRule[] {
  const keyword = "reference";
  if (view.isStorage) return broken.map(({ held, message }) => ({ path: held.path, keyword, message }));
  const shown = view.shown(object);
  const outgoing = references.table.outgoing(view.model);
  const rules = broken.flatMap(({ held, message }): BrokenRule[] => {
    const index = shownIndex(view.model, held.reference.index);
    const path = outgoing.find((reference) => reference.index === index)?.path;
    const places = path === undefined ? [] : [...namesAt(shown, path)].filter(({ name }) => name === held.name);
    if (places.length > 0) return places.map(({ at }) => ({ path: printPointer(at), keyword, message }));
    return [{ path: "", keyword, message: `cannot be stored as ${model.version}: ${held.path} ${message}` }];
  });
  // A name in several places of the object is reported once for each.
  return [...new Map(rules.map((rule) => [`${rule.path} ${rule.message}`, rule])).values()];
}

/** Requires that no object refers to one that is removed. Empty if no model can refer to it. */
export function removalGuard(
  { model, references }: WriteContext,
  name: string,
  except: (table: string) => readonly string[] = () => [],
): { readonly unreferred?: readonly ReferringIndex[] } {
  if (references.incoming.length === 0) return {};
  return {
    unreferred: references.incoming.map(({ stored }) => ({
      ...stored,
      except: [...(stored.table === model.table ? [name] : []), ...except(stored.table)],
      isAliveOnly: false,
    })),
  };
}

/** Requires that no object, except those being deleted, refers with `restrict` to one that is marked as deleted. */
export function deletionGuard(
  { model, references }: WriteContext,
  name: string,
): { readonly unreferred?: readonly ReferringIndex[] } {
  const restricting = references.incoming.filter(({ reference }) => reference.onDelete === "restrict");
  if (restricting.length === 0) return {};
  return {
    unreferred: restricting.map(({ stored }) => ({
      ...stored,
      except: stored.table === model.table ? [name] : [],
      isAliveOnly: true,
    })),
  };
}
