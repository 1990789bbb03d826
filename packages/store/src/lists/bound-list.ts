import type { KeysetPosition, ListPlan } from "../list-plan.js";
import { changesTextShape, MOST_CHANGES } from "../sql/changes-text.js";
import {
  changedObjectsShape,
  countRangeShape,
  countRowsShape,
  firstIdsShape,
  idsShape,
  joinedIdsShape,
  probeShape,
  positionShape,
  selectedIdsShape,
  surveyShape,
} from "../sql/count-shapes.js";
import type { SqlDialect } from "../sql/dialect.js";
import { filtersOf, isDrivable, type PlacedFilter } from "../sql/filter-condition.js";
import { hasKeys, hasOrder, type IndexCatalog } from "../sql/index-catalog.js";
import {
  filterOperands,
  type ListInput,
  listKey,
  type ListStatement,
  type ListTables,
  orderColumn,
} from "../sql/list-statement.js";
import { glanceShape } from "../sql/glance-shape.js";
import { type KeysetSegment, keysetSegments } from "../sql/keyset.js";
import { isSought, repeats } from "../sql/list-source.js";
import type { RowsOptions } from "../sql/rows-request.js";
import { rowsShape } from "../sql/rows-shape.js";
import type { Shape } from "../sql/sql.js";
import { memoized } from "../memoized.js";
import type { ListTuning } from "../list-tuning.js";
import {
  accessName,
  accessOf,
  boundBy,
  filterName,
  limitOf,
  isPlannedOnce,
  LOOKUP_EFFORT,
  type RowAccess,
  rowEffort,
  type RowWindow,
  walkOf,
} from "./row-access.js";
import { beginsLater } from "./begins-later.js";
import type { WalkIdentity } from "./continue-token.js";
import { selectionKey } from "./selection-memory.js";
import { type ListPart, partOf } from "./list-part.js";
import type { ShapeCache } from "./shape-cache.js";
import { boundStatement, type BoundStatement, type StatementForm } from "./steps.js";

/** The cost of counting an index row, compared with looking at an object in a walk. */
const PROBE_EFFORT = 0.25;

/** The cost of reading an id that a filter finds. */
const ID_EFFORT = 0.5;

/** The cost of counting one row among all: ten milliseconds for a million rows in memory. */
const COUNT_EFFORT = 0.03;

/** Rows of an index that are read without looking at the clock: some thirty pages. */
const FEW_ROWS = 2048;

/** Objects that are read without looking at the clock. Each may have a page of its own. */
const FEW_OBJECTS = 64;

/** A table of so few objects has indexes of about a hundred pages, which are read from a disk once. */
const SMALL_TABLE = 16_384;

/** What all lists of one database share. */
export interface ListContext {
  readonly dialect: SqlDialect;
  readonly catalog: IndexCatalog;
  readonly shapes: ShapeCache<ListInput>;
  readonly tuning: ListTuning;
}

interface BindOptions extends StatementForm {
  readonly part?: ListPart;
  /** Whether it reads few rows of an index and few objects, so that it need not look at the clock. Default: not. */
  readonly isShort?: boolean;
  readonly values?: Partial<Pick<ListInput, "limit" | "offset" | "walk" | "ids" | "since" | "wanted">> | undefined;
}

type MakeShape = (statement: ListStatement, filters: readonly PlacedFilter[]) => Shape<ListInput>;

interface RowsForm extends Required<Pick<RowsOptions, "keys" | "deep">>, Pick<RowsOptions, "revision"> {
  readonly written: NonNullable<RowsOptions["written"]>;
  readonly since?: number | undefined;
  /** Changes that are tested beside the rows. Default 0. */
  readonly changes?: number;
}

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
  /** Lists with the same key differ only in their values. */
  readonly key: string;
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
    this.segments = after.length === 0 || beginsLater(plan, after) ? [] : keysetSegments(plan.sort, after);
    this.input = {
      ...operands,
      after: this.#encode(after),
      limit: 0,
      offset: 0,
      walk: 0,
      ids: [],
      since: 0,
      wanted: 0,
    };
    const { statement, input, filters } = this;
    this.#whole = { statement, input, filters, key: listKey(tables, plan, operands) };
    this.#ofTable = { statement, input, filters: [], key: tables.table };
    const range = this.isRange && this.filters.length > 0 ? "range " : "";
    this.selectionKey = range + selectionKey(tables.table, this.filters);
    this.key = `${plan.window.by} ${after.length} ${plan.total} ${this.#whole.key}`;
  }

  get tables(): ListTables {
    return this.statement.tables;
  }

  /** The newest position. */
  position(): BoundStatement {
    return this.#bind("position", positionShape, { part: this.#ofTable, plucked: true, effort: 1 });
  }

  /** The revision, and about how many objects there are. */
  survey(): BoundStatement {
    return this.#bind("survey", surveyShape, { part: this.#ofTable, effort: 1 });
  }

  /** Counts the rows that a driver finds, up to `limit`, or up to a part of all objects if that is more. */
  probe(driver: PlacedFilter, limit: number, part = 0): BoundStatement {
    const make: MakeShape = (statement, [filter = driver]) => probeShape(statement, filter, part);
    const form = { values: { limit }, effort: limit * PROBE_EFFORT, isShort: limit <= FEW_ROWS };
    return this.#bind(`probe ${part}`, make, { part: partOf(this, [driver]), ...form });
  }

  /** The ids of what a filter matches, up to `limit`. */
  firstIds(filter: PlacedFilter, limit: number): BoundStatement {
    const make: MakeShape = (statement, [placed = filter]) => firstIdsShape(statement, placed);
    const form = { values: { limit }, plucked: true, effort: limit * ID_EFFORT, isShort: limit <= FEW_ROWS };
    return this.#bind("first ids", make, { part: partOf(this, [filter]), ...form });
  }

  /** Counts all objects, of which there are about `size`. */
  countRows(size: number): BoundStatement {
    return this.#bind("count all", countRowsShape, { part: this.#ofTable, effort: size * COUNT_EFFORT });
  }

  /** Counts the objects of a range, of about `size` objects. */
  countRange(size: number): BoundStatement {
    return this.#bind("count range", countRangeShape, {
      effort: size * COUNT_EFFORT,
      isShort: size <= SMALL_TABLE,
    });
  }

  /** The ids of what all filters match, as the dialect packs them. The driver finds `found` rows. */
  selectedIds(driver: PlacedFilter, found: number): BoundStatement {
    const make: MakeShape = (statement) => selectedIdsShape(statement, driver);
    const effort = found * (ID_EFFORT + LOOKUP_EFFORT * (this.filters.length - 1));
    return this.#bind(`selected ${filterName(driver)}`, make, {
      part: partOf(this, this.filters),
      plucked: true,
      effort,
    });
  }

  /** The ids of what a filter matches, of about `size` objects. */
  ids(filter: PlacedFilter, size: number): BoundStatement {
    const make: MakeShape = (statement, [placed = filter]) => idsShape(statement, placed);
    const effort = size * this.context.dialect.idEffort;
    const isShort = size <= SMALL_TABLE && !repeats(filter);
    return this.#bind("ids", make, { part: partOf(this, [filter]), plucked: true, effort, isShort });
  }

  /** The ids of what all filters match, of about `size` objects, found as PostgreSQL chooses. */
  joinedIds(size: number): BoundStatement {
    const [only, ...others] = this.filters;
    if (only !== undefined && others.length === 0) return this.ids(only, size);
    const effort = size * this.filters.length * this.context.dialect.idEffort;
    return this.#bind("joined ids", joinedIdsShape, { part: partOf(this, this.filters), plucked: true, effort });
  }

  /** The ids of what a range has, of about `size` objects. Several filters on the column of the order are read together. */
  rangeIds(size: number): BoundStatement {
    const [driver, ...others] = this.drivers;
    if (driver === undefined) throw new TypeError("A range has a filter");
    return others.length === 0 ? this.ids(driver, size) : this.selectedIds(driver, size);
  }

  /** What changed since a revision, and whether it matches filters. `changes` is their number, if it is known. */
  changes(since: number, filters: readonly PlacedFilter[], changes = 0): BoundStatement {
    const make: MakeShape = (statement, placed) => changedObjectsShape(statement, placed, MOST_CHANGES + 1);
    const form = { values: { since }, effort: changes * LOOKUP_EFFORT, isPlannedOnce: true };
    return this.#bind("changes", make, { part: partOf(this, filters), ...form });
  }

  /** Some of the rows; in a keyset walk with their sort keys. */
  rows(access: RowAccess, window: RowWindow): BoundStatement {
    const keys = this.plan.window.by === "keyset";
    return this.#someRows(access, window, {
      keys,
      deep: this.#isDeep(access, window),
      written: this.#writtenWalk(access),
    });
  }

  /** Changes that one statement tests before it is known how many there are: what a short list may do. */
  get changesAtOnce(): number {
    const { dialect, tuning } = this.context;
    if (!dialect.sendsAhead) return MOST_CHANGES;
    return Math.max(1, Math.min(MOST_CHANGES, Math.floor(tuning.shortEffort / LOOKUP_EFFORT)));
  }

  /** The revision and up to `most` changes since another one, without rows: see {@link changesText}. `changes` as of {@link changes}. */
  changesAlone(since: number, most = this.changesAtOnce, changes = 0): BoundStatement {
    const make: MakeShape = (statement) => changesTextShape(statement, most);
    const form = { values: { since }, effort: 1 + changes * LOOKUP_EFFORT, isPlannedOnce: true, plucked: true };
    return this.#bind(`changes text ${most}`, make, form);
  }

  /** Some of the rows behind the revision and the changes since another one: see {@link changesText}. `changes` as of {@link changes}. */
  rowsSince(
    access: RowAccess,
    window: RowWindow & { readonly since: number; readonly changes: number },
  ): BoundStatement {
    return this.#rowsBehind("with changes", access, window);
  }

  /** Some of the rows behind the revision; only those at the revision `since`, if it is given. */
  rowsAlone(access: RowAccess, window: RowWindow, since?: number): BoundStatement {
    return this.#rowsBehind(since === undefined ? "of any" : "of since", access, { ...window, since });
  }

  /** On PostgreSQL first pages have statements of their own: with a limit that is not known it might plan to sort what it could walk. */
  #rowsBehind(
    revision: NonNullable<RowsOptions["revision"]>,
    access: RowAccess,
    window: RowWindow & { readonly since: number | undefined; readonly changes?: number },
  ): BoundStatement {
    const { limit, offset, since, changes = 0 } = window;
    const keys = this.plan.window.by === "keyset";
    const deep = this.#isDeep(access, window);
    const isPlanned = offset === 0 && this.context.dialect.sendsAhead;
    const written = {
      ...this.#writtenWalk(access),
      ...(isPlanned ? { limit } : {}),
      ...(revision === "with changes" ? { changes: this.changesAtOnce } : {}),
    };
    return this.#someRows(access, window, { keys, deep, written, since, revision, changes });
  }

  #someRows(access: RowAccess, { segments, limit, offset }: RowWindow, form: RowsForm): BoundStatement {
    const { keys, deep, written, since, revision, changes = 0 } = form;
    const options = { keys, deep, written, revision, segments, window: offset > 0 ? "later" : "first" } as const;
    const tests = segments.map((segment) => segment.tests.join(" ")).join();
    const key = `rows ${accessName(access)} ${revision} ${written.walk} ${written.limit} ${options.window} ${keys} ${deep} ${tests}`;
    const wanted = access.by === "glance" ? (access.wanted ?? limit) : limit;
    const bound = boundBy(access);
    return this.#bind(key, (statement) => this.#rowsShape(statement, access, options), {
      part: this.#partFor(access),
      bigints: keys,
      plucked: !keys,
      large: keys ? "cut" : "refuse",
      values: { limit, offset, wanted, ids: bound.ids, since: since ?? bound.since },
      walk: limitOf(access, { limit, offset }),
      effort: rowEffort(access, { segments, limit, offset }, !this.isRange) + changes * LOOKUP_EFFORT,
      isShort: access.by === "walk" && this.#isShortWalk({ offset, limit }, access.size),
      isPlannedOnce: isPlannedOnce(access, this.isRange),
    });
  }

  #isShortWalk({ offset, limit }: Pick<RowWindow, "offset" | "limit">, size = Infinity): boolean {
    const { sort } = this.plan;
    const columns = this.context.catalog.columnsOf(this.tables.table, orderColumn(this.plan));
    if (!this.isRange || limit > FEW_OBJECTS || !hasKeys(columns, sort)) return false;
    // SQLite seeks one bound on each side, and tests further ones row by row.
    const isSeek = this.filters.length < 2 && hasOrder(columns, sort);
    return size <= SMALL_TABLE || (isSeek && offset + limit <= FEW_ROWS);
  }

  /**
   * Whether the bytes of rows are read only after it is known which they are: they are sorted and not all are wanted, or come after many others. Not
   * where that is always so.
   */
  #isDeep(access: RowAccess, { offset, limit }: Pick<RowWindow, "offset" | "limit">): boolean {
    if (this.context.dialect.readsLate) return false;
    if (access.by === "ids") return offset > 0 || access.selection.count > limit;
    return offset > 0 || access.by === "filter" || access.by === "filters";
  }

  /** Many rows, or all, without sort keys: for a stream. */
  manyRows(access: RowAccess, window?: Pick<RowWindow, "limit" | "offset">): BoundStatement {
    const options = { window: window === undefined ? "all" : "later", keys: false, segments: [] } as const;
    const key = `many ${accessName(access)} ${options.window}`;
    const values = { ...window, ...boundBy(access) };
    const make: MakeShape = (statement) => this.#rowsShape(statement, access, options);
    return this.#bind(key, make, {
      part: this.#partFor(access),
      values,
      walk: limitOf(access, { limit: 0, offset: 0, ...window }),
    });
  }

  /** Where it is known which objects are selected, lists of the same order have the same statement. */
  #partFor({ by, ...access }: RowAccess): ListPart {
    const isKnown = by === "selection" || (by === "ids" && !("isOld" in access && access.isOld === true));
    if (!isKnown) return this.#whole;
    const { plan, filters } = this;
    return (this.#inOrder ??= partOf(
      this,
      filters.filter((filter) => isSought(filter, plan)),
      plan.sort,
    ));
  }

  /** How far a glance looks is part of the text where its rows are limited by a subquery. */
  #writtenWalk(access: RowAccess): RowsForm["written"] {
    return access.by === "glance" && this.context.dialect.mayLook === undefined ? { walk: walkOf(access) } : {};
  }

  #rowsShape(statement: ListStatement, access: RowAccess, options: Omit<RowsOptions, "access">): Shape<ListInput> {
    const found = accessOf(access);
    return found.by === "glance" && this.context.dialect.mayLook === undefined
      ? glanceShape(statement, { ...options, access: found })
      : rowsShape(statement, { ...options, access: found });
  }

  /** A statement of a part is that of all lists with such a part. Default: of the whole list. */
  #bind(
    name: string,
    make: MakeShape,
    { part = this.#whole, values, isShort = false, ...form }: BindOptions,
  ): BoundStatement {
    const { filters, input, key } = part;
    const untimed = isShort ? this.context.dialect.untimed : undefined;
    const statement = untimed === undefined ? part.statement : { ...part.statement, dialect: untimed };
    const ofShape = untimed === undefined ? `${name} ${key}` : `untimed ${name} ${key}`;
    const shape = memoized(this.context.shapes, ofShape, () => make(statement, filters));
    // No spread: it would take as long as everything else here, and each list binds several statements.
    return boundStatement(shape, values === undefined ? input : Object.assign({}, input, values), form);
  }

  #encode(position: KeysetPosition): ListInput["after"] {
    return position.map((value) => this.context.dialect.encode(value));
  }
}
