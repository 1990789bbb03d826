import type { KeysetPosition, ListPlan } from "../list-plan.js";
import {
  changedObjectsShape,
  countRowsShape,
  idsShape,
  probeShape,
  selectedIdsShape,
  surveyShape,
} from "../sql/count-shapes.js";
import type { SqlDialect } from "../sql/dialect.js";
import { filtersOf, isDrivable, type PlacedFilter } from "../sql/filter-condition.js";
import type { IndexCatalog } from "../sql/index-catalog.js";
import { filterOperands, type ListInput, listKey, type ListStatement, type ListTables } from "../sql/list-statement.js";
import { type RowsOptions, rowsShape } from "../sql/rows-shape.js";
import type { Shape } from "../sql/sql.js";
import { memoized } from "../memoized.js";
import type { ListTuning } from "../list-tuning.js";
import {
  accessOf,
  idsToRead,
  LOOKUP_EFFORT,
  type RowAccess,
  rowEffort,
  type RowWindow,
  testedBy,
  walkOf,
} from "./row-access.js";
import { MOST_CHANGES } from "./selection.js";
import { selectionKey } from "./selection-memory.js";
import type { ListShapes, ShapeCache } from "./shape-cache.js";
import { boundStatement, type BoundStatement, type StatementForm } from "./steps.js";

/** The cost of counting an index row, compared with looking at an object in a walk. */
const PROBE_EFFORT = 0.1;

/** The cost of reading an id. */
const ID_EFFORT = 0.5;

/** The cost of counting one row among all: ten milliseconds for a million rows in memory. */
const COUNT_EFFORT = 0.03;

/** What all lists of one database share. */
export interface ListContext {
  readonly dialect: SqlDialect;
  readonly catalog: IndexCatalog;
  readonly shapes: ShapeCache<ListInput>;
  readonly tuning: ListTuning;
}

interface BindOptions extends StatementForm {
  readonly values?: Partial<Pick<ListInput, "limit" | "offset" | "walk" | "ids" | "since">> | undefined;
}

/** A list with its values. Makes the statements that answer it. */
export class BoundList {
  readonly context: ListContext;
  readonly statement: ListStatement;
  readonly plan: ListPlan;
  /** The values of the filters. */
  readonly input: ListInput;
  readonly filters: readonly PlacedFilter[];
  /** The filters whose objects can be found by an index. */
  readonly drivers: readonly PlacedFilter[];
  /** Lists with the same key differ only in their values, and have the same statements. */
  readonly key: string;
  /** Lists with the same key select the same objects. */
  readonly selectionKey: string;
  readonly #shapes: ListShapes<ListInput>;

  constructor(context: ListContext, tables: ListTables, plan: ListPlan) {
    this.context = context;
    const { dialect, catalog } = context;
    this.statement = { dialect, catalog, tables, plan };
    this.plan = plan;
    this.filters = filtersOf(plan);
    this.drivers = this.filters.filter(isDrivable);
    const operands = filterOperands(plan, dialect);
    const after = plan.window.by === "keyset" ? (plan.window.after ?? []) : [];
    this.input = { ...operands, after: this.#encode(after), limit: 0, offset: 0, walk: 0, ids: [], since: 0 };
    const shapeKey = listKey(tables, plan, operands);
    this.#shapes = context.shapes.of(shapeKey);
    this.selectionKey = selectionKey(this, this.filters);
    this.key = `${plan.window.by} ${after.length} ${plan.total} ${shapeKey}`;
  }

  get tables(): ListTables {
    return this.statement.tables;
  }

  /** The revision, and about how many objects there are. */
  survey(): BoundStatement {
    return this.#bind("survey", () => surveyShape(this.statement), { effort: 1 });
  }

  /** Counts the rows that a driver finds, up to `limit`. */
  probe(driver: PlacedFilter, limit: number): BoundStatement {
    const make = (): Shape<ListInput> => probeShape(this.statement, driver);
    return this.#bind(`probe ${nameOf(driver)}`, make, { values: { limit }, effort: limit * PROBE_EFFORT });
  }

  /** Counts all objects, of which there are about `size`. */
  countRows(size: number): BoundStatement {
    return this.#bind("count all", () => countRowsShape(this.statement), { effort: size * COUNT_EFFORT });
  }

  /** The ids of what all filters match, as the dialect packs them. The driver finds `found` rows. */
  selectedIds(driver: PlacedFilter, found: number): BoundStatement {
    const make = (): Shape<ListInput> => selectedIdsShape(this.statement, driver);
    const effort = found * (ID_EFFORT + LOOKUP_EFFORT * (this.filters.length - 1));
    return this.#bind(`selected ${nameOf(driver)}`, make, { plucked: true, effort });
  }

  /** The ids of what one filter matches, of about `size` objects. */
  ids(filter: PlacedFilter, size: number): BoundStatement {
    const make = (): Shape<ListInput> => idsShape(this.statement, filter);
    return this.#bind(`ids ${testName(filter)}`, make, { plucked: true, effort: size * ID_EFFORT });
  }

  /** What changed since a revision, and whether it matches filters. `changes` is their number, if it is known. */
  changes(since: number, filters: readonly PlacedFilter[], changes = 0): BoundStatement {
    const make = (): Shape<ListInput> => changedObjectsShape(this.statement, filters, MOST_CHANGES + 1);
    const name = `changes ${filters.map(testName).join()}`;
    return this.#bind(name, make, { values: { since }, effort: changes * LOOKUP_EFFORT });
  }

  /** Some of the rows; in a keyset walk with their sort keys. */
  rows(access: RowAccess, window: RowWindow): BoundStatement {
    const { segment, limit, offset } = window;
    const keys = this.plan.window.by === "keyset";
    const walk = walkOf(access);
    const options: RowsOptions = {
      access: accessOf(access),
      window: offset > 0 ? "later" : "first",
      keys,
      deep: offset > 0 || access.by === "ids" || access.by === "filter",
      written: access.by === "glance" ? { walk } : {},
      ...(segment === undefined ? {} : { segment }),
    };
    const key = `rows ${accessName(access)} ${walk} ${options.window} ${keys} ${segment?.tests.join(" ") ?? ""}`;
    return this.#bind(key, () => rowsShape(this.statement, options), {
      bigints: keys,
      plucked: !keys,
      large: keys ? "cut" : "refuse",
      values: { limit, offset, ids: idsToRead(access) },
      tested: testedBy(access),
      effort: rowEffort(access, window, this.filters.length > 0),
    });
  }

  /** The first rows, each with the revision. First pages have statements of their own, so that they are planned only once. */
  rowsAlone(access: RowAccess, window: RowWindow): BoundStatement {
    const { limit, offset } = window;
    const walk = walkOf(access);
    const options: RowsOptions = {
      access: accessOf(access),
      window: offset === 0 ? "first" : "later",
      keys: false,
      deep: offset > 0 || access.by === "ids",
      revision: true,
      written: { walk, ...(offset === 0 ? { limit } : {}) },
    };
    const key = `alone ${accessName(access)} ${walk} ${offset === 0 ? limit : "later"}`;
    return this.#bind(key, () => rowsShape(this.statement, options), {
      large: "refuse",
      values: { limit, offset, ids: idsToRead(access) },
      effort: rowEffort(access, window, this.filters.length > 0),
    });
  }

  /** Many rows, or all, without sort keys: for a stream. */
  manyRows(access: RowAccess, window?: Pick<RowWindow, "limit" | "offset">): BoundStatement {
    const options = { access: accessOf(access), window: window === undefined ? "all" : "later", keys: false } as const;
    const key = `many ${accessName(access)} ${options.window}`;
    const values = { ...window, ids: idsToRead(access) };
    return this.#bind(key, () => rowsShape(this.statement, options), { values, tested: testedBy(access) });
  }

  #bind(name: string, make: () => Shape<ListInput>, { values, ...form }: BindOptions): BoundStatement {
    const shape = memoized(this.#shapes, name, make);
    // No spread: it would take as long as everything else here, and each list binds several statements.
    return boundStatement(shape, values === undefined ? this.input : Object.assign({}, this.input, values), form);
  }

  #encode(position: KeysetPosition): ListInput["after"] {
    return position.map((value) => this.context.dialect.encode(value));
  }
}

function nameOf(driver: PlacedFilter): string {
  return `${driver.on} ${driver.place}`;
}

/** Names a filter including its test. */
function testName(filter: PlacedFilter): string {
  return `${nameOf(filter)} ${filter.filter.test}`;
}

function accessName(access: RowAccess): string {
  return access.by === "filter" ? `filter ${nameOf(access.driver)}` : access.by;
}
