import { checkObjectName, printPointer } from "@cmgen/model";
import type { NeededObjects, ReferringIndex } from "@cmgen/store";
import { namesAt } from "../../model/reference-path.js";
import { shownIndex } from "../../version/shown-index.js";
import { invalid, type BrokenRule } from "../invalid.js";
import type { StoredObject } from "../stored-object.js";
import type { WriteContext } from "../write-context.js";
import type { OutgoingReference } from "./reference-table.js";

/** A name that an object refers to, and where it says so. */
export interface Claim {
  readonly reference: OutgoingReference;
  readonly name: string;
  /** JSON Pointer. */
  readonly path: string;
}

/**
 * What of an object's references has to be checked: those that `before` did not have. An object may refer to itself.
 *
 * @throws {ApiError} `Invalid` for text that cannot be a name: not every database takes any text.
 */
export function neededObjects(
  context: WriteContext,
  object: StoredObject,
  before: StoredObject | undefined,
): readonly NeededObjects[] | undefined {
  const claims = newClaims(context, object, before).filter(
    ({ reference, name }) => context.isBrought?.(reference.model.table, name) !== true,
  );
  if (claims.length === 0) return undefined;
  const unnameable = claims.filter(({ name }) => checkObjectName(name).length > 0);
  if (unnameable.length > 0) {
    const message = "is not the name of an object";
    throw invalid(
      brokenClaims(
        context,
        object,
        unnameable.map((claim) => ({ claim, message })),
      ),
    );
  }
  const byTable = new Map<string, Set<string>>();
  for (const { reference, name } of claims) {
    const names = byTable.get(reference.model.table) ?? new Set();
    byTable.set(reference.model.table, names.add(name));
  }
  return [...byTable].map(([table, names]) => ({ table, names: [...names] }));
}

/** The references of an object that are to be checked and that `before` did not have. */
export function newClaims(
  { model, references }: WriteContext,
  object: StoredObject,
  before: StoredObject | undefined,
): readonly Claim[] {
  return references.outgoing.flatMap((reference) => {
    if (reference.onDelete === "none") return [];
    const old = new Set(before === undefined ? [] : [...namesAt(before, reference.path)].map(({ name }) => name));
    const itself = reference.model.table === model.table ? object.metadata.name : undefined;
    return [...namesAt(object, reference.path)]
      .filter(({ name }) => !old.has(name) && name !== itself)
      .map(({ name, at }) => ({ reference, name, path: printPointer(at) }));
  });
}

/** A claim that cannot stand, and why. */
export interface BrokenClaim {
  readonly claim: Claim;
  readonly message: string;
}

/** Where the caller's version has these references; of those that it has nowhere, the version that has them is told. */
export function brokenClaims(
  { model, view, references }: WriteContext,
  object: StoredObject,
  broken: readonly BrokenClaim[],
): readonly BrokenRule[] {
  const keyword = "reference";
  if (view.isStorage) return broken.map(({ claim, message }) => ({ path: claim.path, keyword, message }));
  const shown = view.shown(object);
  const outgoing = references.table.outgoing(view.model);
  const rules = broken.flatMap(({ claim, message }): BrokenRule[] => {
    const index = shownIndex(view.model, claim.reference.index);
    const path = outgoing.find((reference) => reference.index === index)?.path;
    const places = path === undefined ? [] : [...namesAt(shown, path)].filter(({ name }) => name === claim.name);
    if (places.length > 0) return places.map(({ at }) => ({ path: printPointer(at), keyword, message }));
    return [{ path: "", keyword, message: `cannot be stored as ${model.version}: ${claim.path} ${message}` }];
  });
  // A name that stands in several places is as many claims.
  return [...new Map(rules.map((rule) => [`${rule.path} ${rule.message}`, rule])).values()];
}

/** Nothing may refer to an object that is removed. Absent where nothing can. */
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

/** Nothing that stays may refer with `restrict` to an object that is declared as deleted. */
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
