import type { KeysetPosition, ListPlan } from "../list-plan.js";
import type { ListTuning } from "../list-tuning.js";
import { memoized } from "../memoized.js";
import { changesShape } from "../sql/changes-text.js";
import {
  countRangeShape,
  countRowsShape,
  countShape,
  idsShape,
  selectedIdsShape,
  surveyShape,
} from "../sql/count-shapes.js";
import type { SqlDialect } from "../sql/dialect.js";
import { filtersOf, isDrivable, type PlacedFilter } from "../sql/filter-condition.js";
import { idsOf } from "../sql/id-set.js";
import type { IndexCatalog } from "../sql/index-catalog.js";
import { type KeysetSegment, keysetSegments } from "../sql/keyset.js";
import { isSought } from "../sql/list-source.js";
import { filterOperands, type ListInput, listKey, type ListStatement, type ListTables } from "../sql/list-statement.js";
import { type Access, type RowsOptions, rowsShape } from "../sql/rows-shape.js";
import type { Shape } from "../sql/sql.js";
import type { WalkIdentity } from "./continue-token.js";
import { type ListPart, partOf } from "./list-part.js";
import type { RowAccess } from "./plan-rows.js";
import { selectionKey } from "./selection-memory.js";
import type { ShapeCache } from "./shape-cache.js";
import { boundStatement, type BoundStatement, type StatementForm } from "./steps.js";

/** So few objects are held at once however large they are. */
export const FEW_OBJECTS = 8;

/** What all lists of one database share. */
export interface ListContext {
  readonly dialect: SqlDialect;
  readonly catalog: IndexCatalog;
  readonly shapes: ShapeCache<ListInput>;
  readonly tuning: ListTuning;
}

/** Which rows of an order are wanted: of all, or of segments. */
export interface RowWindow {
  readonly segments: readonly KeysetSegment[];
  readonly limit: number;
  readonly offset: number;
}

interface BindOptions extends StatementForm {
  readonly part: ListPart;
  readonly values?: Partial<Pick<ListInput, "limit" | "offset" | "ids" | "since">> | undefined;
}

type MakeShape = (statement: ListStatement, filters: readonly PlacedFilter[]) => Shape<ListInput>;

/** A list with its values. Makes the statements that answer it. */
export class BoundList {
  readonly context: ListContext;
  readonly statement: ListStatement;
  readonly plan: ListPlan;
  /** What its tokens are valid for. */
  readonly identity: WalkIdentity;
  /** What comes after the position of a `continue`; empty if that is everything. */
  readonly segments: readonly KeysetSegment[];
  /** The values of the filters. */
  readonly input: ListInput;
  readonly filters: readonly PlacedFilter[];
  /** The filters whose objects can be found by an index. */
  readonly drivers: readonly PlacedFilter[];
  /** Whether the objects that the filters match lie together in the order, all from one place to another. */
  readonly isRange: boolean;
  /** Lists with the same key select the same objects. Ranges have keys of their own, since it is enough to know how many objects they have. */
  readonly selectionKey: string;
  readonly #whole: ListPart;
  readonly #ofTable: ListPart;
  #inOrder: ListPart | undefined;

  constructor(context: ListContext, tables: ListTables, plan: ListPlan) {
    this.context = context;
    const { dialect, catalog } = context;
    this.statement = { dialect, catalog, tables, plan };
    this.plan = plan;
    this.filters = filtersOf(plan);
    this.drivers = this.filters.filter(isDrivable);
    this.isRange = this.filters.every((filter) => isSought(filter, plan));
    const operands = filterOperands(plan, dialect);
    this.identity = { ...plan, table: tables.table };
    const after = plan.window.by === "keyset" ? (plan.window.after ?? []) : [];
    this.segments = after.length === 0 ? [] : keysetSegments(plan.sort, after);
    this.input = { ...operands, after: this.#encode(after), limit: 0, offset: 0, ids: [], since: 0 };
    const { statement, input, filters } = this;
    this.#whole = { statement, input, filters, key: listKey(tables, plan, operands) };
    this.#ofTable = { statement, input, filters: [], key: tables.table };
    const range = this.isRange && this.filters.length > 0 ? "range " : "";
    this.selectionKey = range + selectionKey(tables.table, this.filters);
  }

  get tables(): ListTables {
    return this.statement.tables;
  }

  /** The position, and about how many objects there are. */
  survey(): BoundStatement {
    return this.#bind("survey", surveyShape, { part: this.#ofTable });
  }

  /** Counts the rows that a filter finds, up to more than few. */
  countUpToFew(filter: PlacedFilter): BoundStatement {
    const { few, fewOfAll } = this.context.tuning;
    const make: MakeShape = (statement, [placed = filter]) =>
      countShape(statement, placed, { most: few, part: fewOfAll });
    return this.#bind("count up to few", make, { part: partOf(this, [filter]) });
  }

  /** Counts all objects. */
  countRows(): BoundStatement {
    return this.#bind("count all", countRowsShape, { part: this.#ofTable });
  }

  /** Counts the objects of a range. */
  countRange(): BoundStatement {
    return this.#bind("count range", countRangeShape, { part: this.#whole });
  }

  /** The ids of what all filters match, as the dialect packs them, found through one filter. */
  selectedIds(driver: PlacedFilter): BoundStatement {
    const name = `selected ${filterName(driver)}`;
    const make: MakeShape = (statement) => selectedIdsShape(statement, driver);
    return this.#bind(name, make, { part: partOf(this, this.filters), plucked: true });
  }

  /** The ids of what a filter matches. */
  ids(filter: PlacedFilter): BoundStatement {
    const make: MakeShape = (statement, [placed = filter]) => idsShape(statement, placed);
    return this.#bind("ids", make, { part: partOf(this, [filter]), plucked: true });
  }

  /** The position, and what changed since a revision: see {@link changesText}. */
  changes(since: number, filters = this.filters): BoundStatement {
    return this.#bind("changes", changesShape, { part: partOf(this, filters), values: { since }, plucked: true });
  }

  /** Rows of a window; in a keyset walk with their sort keys. */
  rows(
    access: RowAccess,
    window: RowWindow,
    first?: Pick<RowsOptions, "behind"> & { readonly since?: number },
  ): BoundStatement {
    const { segments, limit, offset } = window;
    const { dialect, tuning } = this.context;
    const keys = this.plan.window.by === "keyset";
    const isFirst = offset === 0;
    const options = {
      segments,
      window: isFirst ? "first" : "later",
      keys,
      isDeep: this.#isDeep(access, window),
      largeBytes: limit <= FEW_OBJECTS + 1 ? Infinity : tuning.largeBytes,
      behind: first?.behind,
      limit: isFirst && dialect.isRemote ? limit : undefined,
    } as const;
    const values = { limit, offset, since: first?.since ?? 0 };
    return this.#rows(access, options, { values, bigints: keys, plucked: !keys });
  }

  /** Many rows, or all, without sort keys: for a stream. */
  manyRows(access: RowAccess, window?: Pick<RowWindow, "limit" | "offset">): BoundStatement {
    const shared = { segments: [], keys: false, isDeep: false, largeBytes: Infinity };
    return this.#rows(access, { ...shared, window: window === undefined ? "all" : "later" }, { values: { ...window } });
  }

  #rows(access: RowAccess, options: Omit<RowsOptions, "access">, form: Omit<BindOptions, "part">): BoundStatement {
    const { window, keys, isDeep, largeBytes, behind, limit } = options;
    const tests = options.segments.map((segment) => segment.tests.join(" ")).join();
    const rest = [window, keys, form.plucked, isDeep, largeBytes, behind, limit, tests];
    const key = JSON.stringify([...accessName(access), ...rest]);
    const make: MakeShape = (statement) => rowsShape(statement, { ...options, access: accessOf(access) });
    const isById = access.by === "ids";
    return this.#bind(key, make, {
      ...form,
      part: this.#partFor(access, behind),
      values: { ...form.values, ...(isById && boundIds(access)) },
      selection: access.by === "selection" ? access.selection : undefined,
    });
  }

  /**
   * Whether the bytes of rows are read only after it is known which they are: they are sorted and not all are wanted, or come after many others. Not
   * where that is always so.
   */
  #isDeep(access: RowAccess, { offset, limit }: Pick<RowWindow, "offset" | "limit">): boolean {
    if (this.context.dialect.readsLate) return false;
    if (access.by === "ids") return offset > 0 || access.selection.count > limit;
    return offset > 0 || access.by === "driver";
  }

  /** Where it is known which objects are selected, lists of the same order have the same statement. */
  #partFor(access: RowAccess, behind: RowsOptions["behind"]): ListPart {
    const isKnown = access.by === "selection" || (access.by === "ids" && !access.isOld);
    if (!isKnown || behind === "changes") return this.#whole;
    const { plan, filters } = this;
    const sought = filters.filter((filter) => isSought(filter, plan));
    return (this.#inOrder ??= partOf(this, sought, plan.sort));
  }

  /** A statement of a part is that of all lists with such a part. */
  #bind(name: string, make: MakeShape, { part, values, ...form }: BindOptions): BoundStatement {
    const { statement, filters, input, key } = part;
    const shape = memoized(this.context.shapes, `${name} ${key}`, () => make(statement, filters));
    // No spread: it would take as long as everything else here, and each list binds several statements.
    return boundStatement(shape, values === undefined ? input : Object.assign({}, input, values), form);
  }

  #encode(position: KeysetPosition): ListInput["after"] {
    return position.map((value) => this.context.dialect.encode(value));
  }
}

/** The part of an access that decides the statement. */
function accessOf(access: RowAccess): Access {
  return access.by === "ids" ? { by: "ids", isOld: access.isOld } : access;
}

/** Names the part of an access that decides the statement. */
function accessName(access: RowAccess): readonly unknown[] {
  switch (access.by) {
    case "driver":
      return ["driver", filterName(access.driver)];
    case "ids":
      return ["ids", access.isOld];
    case "look":
      return ["look", access.most];
    default:
      return [access.by];
  }
}

function boundIds({ selection }: Extract<RowAccess, { by: "ids" }>): Pick<ListInput, "ids" | "since"> {
  return { ids: idsOf(selection.ids), since: selection.revision };
}

function filterName({ on, place }: PlacedFilter): string {
  return `${on} ${place}`;
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
