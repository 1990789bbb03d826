import type { KeysetPosition, ListPlan } from "../../list/list-plan.js";
import { revisionShape } from "../sql/change-shapes.js";
import { countShape, probeShape, sizeShape } from "../sql/count-shapes.js";
import type { SqlDialect } from "../sql/dialect.js";
import { filtersOf, isDrivable, type PlacedFilter } from "../sql/filter-condition.js";
import type { IndexCatalog } from "../sql/index-catalog.js";
import type { KeysetSegment } from "../sql/keyset.js";
import { filterOperands, listKey, type ListInput, type ListStatement, type ListTables } from "../sql/list-statement.js";
import { rowsShape, type Access, type RowsOptions } from "../sql/rows-shape.js";
import type { Shape } from "../sql/shape.js";
import { boundStatement, type BoundStatement } from "./bound-statement.js";
import type { CountMemory } from "./count-memory.js";
import type { ListTuning } from "./list-tuning.js";
import type { ShapeCache } from "./shape-cache.js";

/** What lists of one database have in common. */
export interface ListContext {
  readonly dialect: SqlDialect;
  readonly catalog: IndexCatalog;
  readonly shapes: ShapeCache<ListInput>;
  readonly tuning: ListTuning;
  readonly counts: CountMemory;
}

/** Which rows of an order are wanted. */
export interface RowWindow {
  readonly segment?: KeysetSegment;
  readonly limit: number;
  readonly offset: number;
}

/** A list with its values: makes the statements that answer it. */
export class BoundList {
  readonly context: ListContext;
  readonly statement: ListStatement;
  readonly plan: ListPlan;
  /** The values of the filters. */
  readonly input: ListInput;
  readonly filters: readonly PlacedFilter[];
  /** The filters whose rows can be found without looking at all objects. */
  readonly drivers: readonly PlacedFilter[];
  readonly #key: string;

  constructor(context: ListContext, tables: ListTables, plan: ListPlan) {
    this.context = context;
    this.statement = { ...context, tables, plan };
    this.plan = plan;
    this.filters = filtersOf(plan);
    this.drivers = this.filters.filter(isDrivable);
    const operands = filterOperands(plan, context.dialect);
    const after = plan.window.by === "keyset" ? (plan.window.after ?? []) : [];
    this.input = { ...operands, after: this.#encode(after), limit: 0, offset: 0, walk: 0 };
    this.#key = listKey(tables, plan, operands);
  }

  get tables(): ListTables {
    return this.statement.tables;
  }

  revision(): BoundStatement {
    return this.#bind("revision", () => revisionShape<ListInput>(this.context.dialect));
  }

  /** About how many objects there are. */
  size(): BoundStatement {
    return this.#bind("size", () => sizeShape(this.statement));
  }

  /** How many rows a driver finds, up to `limit`. */
  probe(driver: PlacedFilter, limit: number): BoundStatement {
    return this.#bind(`probe ${nameOf(driver)}`, () => probeShape(this.statement, driver), { limit });
  }

  /** Counts the objects that all filters match. */
  count(driver?: PlacedFilter): BoundStatement {
    return this.#bind(`count ${nameOf(driver)}`, () => countShape(this.statement, driver));
  }

  /** Some of the rows, in a keyset walk with their sort keys; `walk` bounds a glance. */
  rows(access: Access, { segment, limit, offset }: RowWindow, walk = 0): BoundStatement {
    const keys = this.plan.window.by === "keyset";
    const window = offset > 0 ? "later" : "first";
    const options: RowsOptions = { access, window, keys, ...(segment === undefined ? {} : { segment }) };
    const key = `rows ${accessName(access)} ${window} ${keys} ${segment?.tests.join(" ") ?? ""}`;
    return this.#bind(key, () => rowsShape(this.statement, options), { limit, offset, walk });
  }

  /** Many rows, or all, to be read one after another; without their sort keys. */
  manyRows(access: Access, window?: Pick<RowWindow, "limit" | "offset">): BoundStatement {
    const options = { access, window: window === undefined ? "all" : "later", keys: false } as const;
    const key = `many ${accessName(access)} ${options.window}`;
    return this.#bind(key, () => rowsShape(this.statement, options), window);
  }

  #bind(name: string, make: () => Shape<ListInput>, values: Partial<ListInput> = {}): BoundStatement {
    const shape = this.context.shapes.get(`${name} ${this.#key}`, make);
    return boundStatement(
      shape,
      { ...this.input, ...values },
      { bigints: this.plan.window.by === "keyset" && name.startsWith("rows") },
    );
  }

  #encode(position: KeysetPosition): ListInput["after"] {
    return position.map((value) => this.context.dialect.encode(value));
  }
}

function nameOf(driver: PlacedFilter | undefined): string {
  return driver === undefined ? "" : `${driver.on} ${driver.place}`;
}

function accessName(access: Access): string {
  return access.by === "filter" ? `filter ${nameOf(access.driver)}` : access.by;
}
