import { isProblem, RawSelector } from "@cmgen/client";
import { printSelector, type Requirement } from "@cmgen/model/internal";
import { queryOptions } from "@tanstack/react-query";
import type { Model } from "./model.js";
import { nameChunks } from "./name-chunks.js";
import { objectsOf } from "./objects.js";
import { SHOWN_REFERRERS, type Referrer } from "./referrers.js";

/** Who refers to several objects by one field, without those objects themselves. */
export interface ReferrersOfMany {
  /** The first of them. */
  readonly names: readonly string[];
  readonly total: number;
  /** Whether there are no fewer: one that refers to several objects may be counted more than once. */
  readonly isExact: boolean;
}

interface Targets {
  readonly model: Model;
  readonly names: readonly string[];
}

/** The first objects that refer to any of several, and how many do. None where the caller may not list them, or not select by the field. */
export function referrersOfManyQuery(referrer: Referrer, { model: target, names }: Targets) {
  const { model, reference } = referrer;
  const isSameKind = model.group === target.group && model.kind === target.kind;
  const chunks = nameChunks(names);
  const isMulti = model.indexes.find(({ name }) => name === reference.index)?.isMulti !== false;
  return queryOptions({
    queryKey: [...objectsOf(model).queries.key, "referrers", reference.index, names],
    queryFn: async ({ signal }): Promise<ReferrersOfMany> => {
      const found: string[] = [];
      let total = 0;
      for (const chunk of chunks) {
        const page = await referring({ referrer, chunk, without: isSameKind ? chunk : [] }, signal);
        found.push(...page.names);
        total += page.total;
      }
      const others = isSameKind ? found.filter((name) => !names.includes(name)) : found;
      return {
        names: [...new Set(others)].slice(0, SHOWN_REFERRERS),
        total,
        isExact: chunks.length === 1 || (!isMulti && !isSameKind),
      };
    },
    gcTime: 0,
  });
}

interface Asked {
  readonly referrer: Referrer;
  /** Names of the objects that are referred to. */
  readonly chunk: readonly string[];
  /** Names of objects that are left out. */
  readonly without: readonly string[];
}

async function referring(
  { referrer: { model, reference }, chunk, without }: Asked,
  signal: AbortSignal,
): Promise<Pick<ReferrersOfMany, "names" | "total">> {
  const refers: Requirement = { key: reference.index, operator: "in", values: chunk };
  const isOther: Requirement = { key: "metadata.name", operator: "notIn", values: without };
  const where = new RawSelector(printSelector(without.length > 0 ? [refers, isOther] : [refers]));
  try {
    const { items, total } = await objectsOf(model).client.list({ where, page: 1, size: SHOWN_REFERRERS, signal });
    return { names: items.map(({ metadata }) => metadata.name), total };
  } catch (error) {
    if (isProblem(error, "Forbidden", "InvalidQuery", "NotFound")) return { names: [], total: 0 };
    throw error;
  }
}
