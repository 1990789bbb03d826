import type { AllOf, ListPlan } from "../list-plan.js";
import type { ListTuning } from "../list-tuning.js";
import { memoized } from "../memoized.js";
import { changesShape } from "../sql/changes-text.js";
import { countRange, countRows, countUpTo, idsOfTerm, selectedIds, selectSurvey } from "../sql/count-shapes.js";
import type { SqlDialect } from "../sql/dialect.js";
import { filtersOf, type ListFilter, type Term } from "../sql/filter-condition.js";
import { idsOf } from "../sql/id-set.js";
import { keysetSegments } from "../sql/keyset.js";
import { isSought } from "../sql/list-source.js";
import type { IndexCatalog, ListRun, ListStatement, ListTables } from "../sql/list-statement.js";
import { rowsShape, type RowsOptions, type RowWindow } from "../sql/rows-shape.js";
import { compileQuery, type Fragment, type Shape } from "../sql/sql.js";
import { selectionKey } from "./list-key.js";
import type { RowAccess } from "./plan-rows.js";
import type { BoundStatement } from "./steps.js";

/** So few objects are held at once however large they are. */
export const FEW_OBJECTS = 8;

/** What all lists of one database share. */
export interface ListContext {
  readonly dialect: SqlDialect;
  readonly catalog: IndexCatalog;
  readonly tuning: ListTuning;
}

/** A list with its values. Makes the statements that answer it. */
export class BoundList {
  readonly context: ListContext;
  readonly tables: ListTables;
  readonly plan: ListPlan;
  /** The window, and one more row: it shows whether there are others. */
  readonly window: RowWindow;
  readonly filters: readonly ListFilter[];
  /** Whether the objects that the filters match lie together in the order, all from one place to another. */
  readonly isRange: boolean;
  /** Lists with the same key select the same objects. Ranges have keys of their own, since it is enough to know how many objects they have. */
  readonly selectionKey: string;
  readonly #statement: ListStatement;
  /** The statements of lists that are asked again, each with what it depends on beside the list. */
  readonly #shapes = new Map<string, Shape<ListRun>>();

  constructor(context: ListContext, tables: ListTables, plan: ListPlan) {
    const { dialect, catalog } = context;
    this.context = context;
    this.tables = tables;
    this.plan = plan;
    this.window = windowOf(plan);
    this.filters = filtersOf(plan);
    this.isRange = this.filters.every((filter) => isSought(filter, plan));
    const range = this.isRange && this.filters.length > 0 ? "range " : "";
    this.selectionKey = range + selectionKey(tables.table, this.filters);
    this.#statement = { dialect, catalog, tables, plan };
  }

  /** The position, and about how many objects there are. */
  survey(): BoundStatement {
    return this.#bind(selectSurvey(this.#statement));
  }

  /** Counts the rows that a term finds, up to more than few. */
  countUpToFew(term: Term): BoundStatement {
    const { few, fewOfAll } = this.context.tuning;
    return this.#bind(countUpTo(this.#statement, term, { most: few, part: fewOfAll }));
  }

  /** Counts all objects. */
  countRows(): BoundStatement {
    return this.#bind(countRows(this.#statement));
  }

  /** Counts the objects of a range. */
  countRange(): BoundStatement {
    return this.#bind(countRange(this.#statement));
  }

  /** The ids of the objects that match all of some terms, as the dialect packs them, found through one of these. */
  selectedIds(terms: AllOf, driver: Term): BoundStatement {
    const statement = { ...this.#statement, plan: { ...terms, sort: this.plan.sort } };
    return this.#bind(selectedIds(statement, driver), { plucked: true });
  }

  /** The ids of the objects that match a term. */
  ids(term: Term): BoundStatement {
    return this.#bind(idsOfTerm(this.#statement, term), { plucked: true });
  }

  /** The position, and what changed since a revision: see {@link changesText}. */
  changes(since: number): BoundStatement {
    const shape = memoized(this.#shapes, "changes", () => changesShape(this.#statement));
    return this.#run(shape, { ids: [], since }, { plucked: true });
  }

  /** Rows of the window; in a keyset walk with their sort keys. */
  rows(access: RowAccess, first: Pick<RowsOptions, "behind"> & { readonly since?: number } = {}): BoundStatement {
    const { behind, since = 0 } = first;
    const isDeep = this.#isDeep(access);
    const keys = this.plan.window.by === "keyset";
    const shape = memoized(this.#shapes, `${accessKey(access)} ${isDeep} ${behind}`, () => {
      const largeBytes = this.window.limit <= FEW_OBJECTS + 1 ? Infinity : this.context.tuning.largeBytes;
      return rowsShape(this.#statement, { ...this.window, access, keys, isDeep, largeBytes, behind });
    });
    const isById = access.by === "ids";
    const run = { ids: isById ? idsOf(access.selection.ids) : [], since: isById ? access.selection.revision : since };
    return this.#run(shape, run, { bigints: keys, plucked: !keys, selection: selectionOf(access) });
  }

  /** Many rows, or all, without sort keys: for a stream. */
  manyRows(access: RowAccess, { limit, offset }: Pick<RowWindow, "limit" | "offset">): BoundStatement {
    const window = { segments: [], position: [], limit, offset };
    const options = { ...window, access, keys: false, isDeep: false, largeBytes: Infinity };
    const ids = access.by === "ids" ? idsOf(access.selection.ids) : [];
    const form = { plucked: true, selection: selectionOf(access) };
    return this.#run(rowsShape(this.#statement, options), { ids, since: 0 }, form);
  }

  /**
   * Whether the bytes of rows are read only after it is known which they are: they are sorted and not all are wanted, or come after many others. Not
   * where that is always so.
   */
  #isDeep(access: RowAccess): boolean {
    const { offset, limit } = this.window;
    if (this.context.dialect.readsLate) return false;
    return offset > 0 || (access.by === "ids" && access.selection.count > limit);
  }

  #bind(statement: Fragment, form?: StatementForm): BoundStatement {
    return { ...plain, ...compileQuery(this.context.dialect, statement), ...form };
  }

  #run(shape: Shape<ListRun>, run: ListRun, form: StatementForm): BoundStatement {
    return { ...plain, sql: shape.sql, values: shape.bind(run), ...form };
  }
}

type StatementForm = Partial<Omit<BoundStatement, "sql" | "values">>;

const plain = { bigints: false, plucked: false };

function windowOf({ window, sort }: ListPlan): RowWindow {
  const whole = { segments: [], position: [], offset: 0 };
  if (window.by === "all") return { ...whole, limit: Infinity };
  if (window.by === "page") return { ...whole, offset: (window.page - 1) * window.size, limit: window.size + 1 };
  const { after, limit } = window;
  if (after === undefined) return { ...whole, limit: limit + 1 };
  return { segments: keysetSegments(sort, after), position: after, offset: 0, limit: limit + 1 };
}

/** Names the part of an access that decides the statement. */
function accessKey(access: RowAccess): string {
  if (access.by === "ids") return `ids ${access.isOld}`;
  return access.by === "look" ? `look ${access.most}` : access.by;
}

function selectionOf(access: RowAccess): BoundStatement["selection"] {
  return access.by === "selection" ? access.selection : undefined;
}

/** The lists of plans. A plan that is asked again has its list already: to bind one takes as long as to read three rows of a page. */
export class BoundLists {
  readonly #context: ListContext;
  readonly #lists = new WeakMap<ListPlan, BoundList>();

  constructor(context: ListContext) {
    this.#context = context;
  }

  of(tables: ListTables, plan: ListPlan): BoundList {
    const known = this.#lists.get(plan);
    if (known?.tables.table === tables.table) return known;
    const bound = new BoundList(this.#context, tables, plan);
    this.#lists.set(plan, bound);
    return bound;
  }
}
