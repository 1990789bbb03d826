import type { KeysetPosition, ListPlan } from "../../list/list-plan.js";
import { revisionShape } from "../sql/change-shapes.js";
import { countShape, probeShape, sizeShape } from "../sql/count-shapes.js";
import type { SqlDialect } from "../sql/dialect.js";
import { filtersOf, isDrivable, type PlacedFilter } from "../sql/filter-condition.js";
import type { IndexCatalog } from "../sql/index-catalog.js";
import type { KeysetSegment } from "../sql/keyset.js";
import { filterOperands, listKey, type ListInput, type ListStatement, type ListTables } from "../sql/list-statement.js";
import { rowsShape, type Access } from "../sql/rows-shape.js";
import type { Shape } from "../sql/shape.js";
import type { ListTuning } from "./list-tuning.js";
import type { ShapeCache } from "./shape-cache.js";

/** What lists of one database have in common. */
export interface ListContext {
  readonly dialect: SqlDialect;
  readonly catalog: IndexCatalog;
  readonly shapes: ShapeCache<ListInput>;
  readonly tuning: ListTuning;
  /** Counts what broad filters match, where that can be done faster than by a statement. */
  readonly broadCounter?: BroadCounter;
}

/** Counts within the snapshot of a revision; no count where a statement is to do it. */
export interface BroadCounter {
  /** For lists all of whose filters are broad. */
  count(list: BoundList, revision: number): number | undefined;
  /** For any list: only if it takes no time. */
  countKnown(list: BoundList, revision: number): number | undefined;
}

/** A statement and its values. */
export interface BoundStatement {
  readonly shape: Shape<ListInput>;
  readonly input: ListInput;
  /** Whether integers may exceed what a number holds exactly. */
  readonly bigints: boolean;
}

/** Which rows of an order are wanted. */
export interface RowWindow {
  readonly segment?: KeysetSegment;
  readonly limit: number;
  readonly offset: number;
}

/** A list with its values: makes the statements that answer it. */
export class BoundList {
  readonly tables: ListTables;
  readonly plan: ListPlan;
  readonly tuning: ListTuning;
  /** The filters whose rows can be found without looking at all objects. */
  readonly drivers: readonly PlacedFilter[];
  readonly filters: readonly PlacedFilter[];
  readonly #context: ListContext;
  readonly statement: ListStatement;
  /** The values of the filters. */
  readonly input: ListInput;
  readonly #key: string;

  constructor(context: ListContext, tables: ListTables, plan: ListPlan) {
    this.tables = tables;
    this.plan = plan;
    this.tuning = context.tuning;
    this.filters = filtersOf(plan);
    this.drivers = this.filters.filter(isDrivable);
    this.#context = context;
    this.statement = { ...context, tables, plan };
    const operands = filterOperands(plan, context.dialect);
    const after = plan.window.by === "keyset" ? (plan.window.after ?? []) : [];
    this.input = { ...operands, after: this.#encode(after), limit: 0, offset: 0, walk: 0 };
    this.#key = listKey(tables, plan, operands);
  }

  revision(): BoundStatement {
    return this.#bind("revision", () => revisionShape<ListInput>(this.#context.dialect));
  }

  /** About how many objects there are. */
  size(): BoundStatement {
    return this.#bind("size", () => sizeShape(this.statement));
  }

  /** How many rows a driver finds, up to `limit`. */
  probe(driver: PlacedFilter, limit: number): BoundStatement {
    return this.#bind(`probe ${nameOf(driver)}`, () => probeShape(this.statement, driver), { limit });
  }

  /** How many objects all filters match, if it takes no statement to tell. */
  get counter(): BroadCounter | undefined {
    return this.#context.broadCounter;
  }

  /** Counts the objects that all filters match. */
  count(driver?: PlacedFilter): BoundStatement {
    return this.#bind(`count ${nameOf(driver)}`, () => countShape(this.statement, driver));
  }

  /** Some of the rows; `walk` bounds a glance. */
  rows(access: Access, { segment, limit, offset }: RowWindow, walk = 0): BoundStatement {
    const options = { access, limited: true, keys: true, ...(segment === undefined ? {} : { segment }) };
    const key = `rows ${accessName(access)} ${segment?.tests.join(" ") ?? ""}`;
    return this.#bind(key, () => rowsShape(this.statement, options), { limit, offset, walk });
  }

  /** Many rows, or all, to be read one after another; without their sort keys. */
  manyRows(access: Access, window?: Pick<RowWindow, "limit" | "offset">): BoundStatement {
    const limited = window !== undefined;
    const key = `many ${accessName(access)} ${limited}`;
    return this.#bind(key, () => rowsShape(this.statement, { access, limited, keys: false }), window);
  }

  #bind(name: string, make: () => Shape<ListInput>, values: Partial<ListInput> = {}): BoundStatement {
    const shape = this.#context.shapes.get(`${name} ${this.#key}`, make);
    return { shape, input: { ...this.input, ...values }, bigints: name.startsWith("rows") };
  }

  #encode(position: KeysetPosition): ListInput["after"] {
    return position.map((value) => this.#context.dialect.encode(value));
  }
}

function nameOf(driver: PlacedFilter | undefined): string {
  return driver === undefined ? "" : `${driver.on} ${driver.place}`;
}

function accessName(access: Access): string {
  return access.by === "filter" ? `filter ${nameOf(access.driver)}` : access.by;
}
