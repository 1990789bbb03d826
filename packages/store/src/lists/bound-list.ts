import type { KeysetPosition, ListPlan } from "../list-plan.js";
import { countShape, probeShape, surveyShape } from "../sql/count-shapes.js";
import type { SqlDialect } from "../sql/dialect.js";
import { countRowsShape, idsShape, membersShape } from "../sql/member-shapes.js";
import { filtersOf, isDrivable, type PlacedFilter } from "../sql/filter-condition.js";
import type { IndexCatalog } from "../sql/index-catalog.js";
import type { KeysetSegment } from "../sql/keyset.js";
import { filterOperands, listKey, type ListInput, type ListStatement, type ListTables } from "../sql/list-statement.js";
import { rowsShape, type Access, type RowsOptions } from "../sql/rows-shape.js";
import type { Shape } from "../sql/shape.js";
import { memoized } from "../memoized.js";
import { boundStatement, withEffort, type BoundStatement, type StatementForm } from "./bound-statement.js";
import type { ListTuning } from "../list-tuning.js";
import type { Habits } from "./habits.js";
import type { ListShapes, ShapeCache } from "./shape-cache.js";

/** The cost of counting an index row, compared with looking at an object. */
const PROBE_EFFORT = 0.1;

/** What all lists of one database share. */
export interface ListContext {
  readonly dialect: SqlDialect;
  readonly catalog: IndexCatalog;
  readonly shapes: ShapeCache<ListInput>;
  readonly tuning: ListTuning;
  readonly habits: Habits;
}

/** Which rows of an order are wanted. */
export interface RowWindow {
  readonly segment?: KeysetSegment;
  readonly limit: number;
  readonly offset: number;
}

interface BindOptions extends StatementForm {
  /** Whether its effort is an upper bound, whatever the list's values are. */
  readonly bounded?: boolean;
  readonly values?: Partial<Pick<ListInput, "limit" | "offset" | "walk" | "ids">> | undefined;
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
    this.input = { ...operands, after: this.#encode(after), limit: 0, offset: 0, walk: 0, ids: [] };
    const shapeKey = listKey(tables, plan, operands);
    this.#shapes = context.shapes.of(shapeKey);
    this.key = `${plan.window.by} ${after.length} ${plan.total} ${shapeKey}`;
  }

  get tables(): ListTables {
    return this.statement.tables;
  }

  /** The revision, and about how many objects there are. */
  survey(): BoundStatement {
    return withEffort(
      this.#bind("survey", () => surveyShape(this.statement), { bounded: true }),
      1,
    );
  }

  /** Counts the rows that a driver finds, up to `limit`. */
  probe(driver: PlacedFilter, limit: number): BoundStatement {
    const make = (): Shape<ListInput> => probeShape(this.statement, driver);
    return withEffort(
      this.#bind(`probe ${nameOf(driver)}`, make, { bounded: true, values: { limit } }),
      limit * PROBE_EFFORT,
    );
  }

  /** Counts the objects that all filters match. */
  count(driver?: PlacedFilter): BoundStatement {
    return this.#bind(`count ${nameOf(driver)}`, () => countShape(this.statement, driver));
  }

  /** Counts all objects. */
  countRows(): BoundStatement {
    return this.#bind("count all", () => countRowsShape(this.statement));
  }

  /** The ids of all objects that a filter matches, as the dialect packs them. */
  ids(filter: PlacedFilter): BoundStatement {
    return this.#bind(`ids ${testName(filter)}`, () => idsShape(this.statement, filter), { plucked: true });
  }

  /** Finds which of the given objects a filter matches. */
  members(filter: PlacedFilter, ids: readonly number[]): BoundStatement {
    const make = (): Shape<ListInput> => membersShape(this.statement, filter);
    return this.#bind(`members ${testName(filter)}`, make, { values: { ids } });
  }

  /** Some of the rows; in a keyset walk with their sort keys. `walk` is the length of a glance. */
  rows(access: Access, { segment, limit, offset }: RowWindow, walk = 0): BoundStatement {
    const keys = this.plan.window.by === "keyset";
    const window = offset > 0 ? "later" : "first";
    const deep = offset > 0;
    const options: RowsOptions = { access, window, keys, deep, ...(segment === undefined ? {} : { segment }) };
    const key = `rows ${accessName(access)} ${window} ${keys} ${segment?.tests.join(" ") ?? ""}`;
    const make = (): Shape<ListInput> => rowsShape(this.statement, options);
    const bounded = access.by === "glance" || this.filters.length === 0;
    const form = { bigints: keys, plucked: !keys, large: keys ? "cut" : "refuse" } as const;
    return this.#bind(key, make, { ...form, bounded, values: { limit, offset, walk } });
  }

  /** The first rows, each with the revision. First pages have statements of their own, so that they are planned only once. */
  rowsAlone(access: Access, { limit, offset }: RowWindow, walk: number): BoundStatement {
    const first: RowsOptions = { access, window: "first", keys: false, revision: true, written: { limit, walk } };
    const later: RowsOptions = { access, window: "later", keys: false, deep: true, revision: true };
    const options = offset === 0 ? first : later;
    const make = (): Shape<ListInput> => rowsShape(this.statement, options);
    const name = `alone ${access.by} ${offset === 0 ? `${limit} ${walk}` : "later"}`;
    return this.#bind(name, make, { large: "refuse", values: { limit, offset, walk } });
  }

  /** Many rows, or all, without sort keys: for a stream. */
  manyRows(access: Access, window?: Pick<RowWindow, "limit" | "offset">): BoundStatement {
    const options = { access, window: window === undefined ? "all" : "later", keys: false } as const;
    const key = `many ${accessName(access)} ${options.window}`;
    return this.#bind(key, () => rowsShape(this.statement, options), { values: window });
  }

  #bind(name: string, make: () => Shape<ListInput>, options: BindOptions = {}): BoundStatement {
    const { bounded, values, bigints = false, plucked = false, large } = options;
    const shape = memoized(this.#shapes, name, make);
    // No spread: it would take as long as everything else here, and each list binds several statements.
    const bind = (input: ListInput): BoundStatement =>
      boundStatement(shape, Object.assign({}, input, values), { bigints, plucked, large });
    const statement = bind(this.input);
    return bounded === true ? Object.assign(statement, { again: bind }) : statement;
  }

  #encode(position: KeysetPosition): ListInput["after"] {
    return position.map((value) => this.context.dialect.encode(value));
  }
}

function nameOf(driver: PlacedFilter | undefined): string {
  return driver === undefined ? "" : `${driver.on} ${driver.place}`;
}

/** Names a filter including its test. */
function testName(filter: PlacedFilter): string {
  return `${nameOf(filter)} ${filter.filter.test}`;
}

function accessName(access: Access): string {
  return access.by === "filter" ? `filter ${nameOf(access.driver)}` : access.by;
}
