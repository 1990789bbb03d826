import type { ListPlan } from "../list-plan.js";
import type { ListTables } from "../sql/list-statement.js";
import { BoundList, type ListContext } from "./bound-list.js";

/** The lists of plans. A plan that is asked again has its list already: to bind one takes as long as to read three rows of a page. */
export class BoundLists {
  readonly context: ListContext;
  readonly #lists = new WeakMap<ListPlan, BoundList>();

  constructor(context: ListContext) {
    this.context = context;
  }

  of(tables: ListTables, plan: ListPlan): BoundList {
    const known = this.#lists.get(plan);
    if (known?.tables.table === tables.table) return known;
    const bound = new BoundList(this.context, tables, plan);
    this.#lists.set(plan, bound);
    return bound;
  }
}
