import { filtersOf, type PlacedFilter } from "../sql/filter-condition.js";
import { type ListInput, listKey, type ListStatement } from "../sql/list-statement.js";
import type { BoundList } from "./bound-list.js";

/** What a statement of a list is made of: some of its filters, perhaps its order. Statements of equal parts are the same. */
export interface ListPart {
  readonly statement: ListStatement;
  readonly input: ListInput;
  readonly filters: readonly PlacedFilter[];
  readonly key: string;
}

/** A list of some filters. Without an order, it is part of lists of any order. */
export function partOf(
  { statement, input }: Pick<BoundList, "statement" | "input">,
  filters: readonly PlacedFilter[],
  sort: ListStatement["plan"]["sort"] = [],
): ListPart {
  const fields = filters.filter((placed) => placed.on === "field");
  const labels = filters.filter((placed) => placed.on === "label");
  const plan = { fields: fields.map(({ filter }) => filter), labels: labels.map(({ filter }) => filter), sort };
  const own = {
    ...input,
    fields: fields.map(({ place }) => input.fields[place] ?? []),
    labels: labels.map(({ place }) => input.labels[place] ?? []),
  };
  const key = listKey(statement.tables, plan, own);
  return { statement: { ...statement, plan }, input: own, filters: filtersOf(plan), key };
}
