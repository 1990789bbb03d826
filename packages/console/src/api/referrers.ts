import { isProblem, RawSelector, type ListResult } from "@cmgen/client";
import { printSelector } from "@cmgen/model/internal";
import { queryOptions } from "@tanstack/react-query";
import { oneOfEachKind } from "./kinds.js";
import type { Model, ModelReference } from "./model.js";
import { objectsOf, type ServedObject } from "./objects.js";

/** A field of a model that refers to objects of another one. */
export interface Referrer {
  readonly model: Model;
  readonly reference: ModelReference;
}

/** What can refer to a model's objects. Of several versions of a kind, which all have the same objects, one is taken. */
export function referrersOf(models: readonly Model[], target: Model): readonly Referrer[] {
  return oneOfEachKind(models, target.version).flatMap((model) =>
    model.references
      .filter(({ group, kind }) => group === target.group && kind === target.kind)
      .map((reference) => ({ model, reference })),
  );
}

/** The selector of all objects that refer to one. */
export function selectorOf({ reference }: Referrer, name: string): string {
  return printSelector([{ key: reference.index, operator: "in", values: [name] }]);
}

/** Objects that are shown of each field; a link leads to all of them. */
export const SHOWN_REFERRERS = 10;

/** Who refers to an object by one field. */
export interface FoundReferrers {
  /** The first of them. */
  readonly names: readonly string[];
  readonly hasMore: boolean;
  /** How many there are, where that is known. */
  readonly count?: Count;
}

/** A number of objects, which may be only the least that there are. */
export interface Count {
  readonly number: number;
  readonly isLeast: boolean;
}

/** Who refers to an object by one field. */
export interface Incoming extends FoundReferrers {
  readonly referrer: Referrer;
}

/** The first objects that refer to one by a field. None where the caller may not list them, or not select by the field. */
export function referrersQuery(referrer: Referrer, name: string) {
  const list = objectsOf(referrer.model).queries.list({
    where: new RawSelector(selectorOf(referrer, name)),
    limit: SHOWN_REFERRERS,
    total: false,
  });
  return queryOptions({
    queryKey: ["referrers", ...list.queryKey],
    queryFn: async ({ signal }): Promise<FoundReferrers> => {
      try {
        return foundIn(await list.queryFn({ signal }));
      } catch (error) {
        if (isProblem(error, "Forbidden", "InvalidQuery", "NotFound")) return { names: [], hasMore: false };
        throw error;
      }
    },
  });
}

function foundIn({ items, nextCursor }: ListResult<ServedObject>): FoundReferrers {
  return { names: items.map(({ metadata }) => metadata.name), hasMore: nextCursor !== undefined };
}
