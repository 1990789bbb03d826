import type { AggregatePlan, AggregateResult, AggregateRow, Measure } from "../aggregate-plan.js";
import { exactInteger, type IndexValue } from "../index-value.js";
import { readPosition } from "../log-position.js";
import {
  type AggregateStatement,
  groupColumn,
  lowColumn,
  measureColumn,
  ofColumn,
  selectGroups,
} from "../sql/aggregate-statement.js";
import { selectPositionText } from "../sql/change-shapes.js";
import type { SqlDialect } from "../sql/dialect.js";
import { compileQuery, type Query } from "../sql/sql.js";
import { readKey } from "./answer.js";
import { inSnapshot, rowOf, type Steps } from "./steps.js";

type Cell = IndexValue | null | undefined;

/** A row of {@link selectGroups}. */
interface GroupRow {
  readonly n: number | bigint;
  readonly [column: string]: Cell;
}

/** The statement that counts and adds. */
export function aggregateQuery(statement: AggregateStatement): Query {
  return compileQuery(statement.dialect, selectGroups(statement));
}

/** Counts and adds in one statement, which {@link aggregateQuery} makes. The change log's position is of the same snapshot. */
export function* aggregateSteps(dialect: SqlDialect, plan: AggregatePlan, query: Query): Steps<AggregateResult> {
  const [positions, groups = []] = yield* inSnapshot([
    { ...compileQuery(dialect, selectPositionText), bigints: false, plucked: true },
    { ...query, bigints: hasLargeIntegers(plan), plucked: false },
  ]);
  // What the statement selects.
  const rows = groups as readonly GroupRow[];
  return {
    ...readPosition(rowOf<string>(positions)),
    rows: rows.slice(0, plan.limit).map((row) => readGroup(plan, row)),
    hasMore: rows.length > plan.limit,
  };
}

/** Whether a row may have integers that are not exact as numbers. */
function hasLargeIntegers({ groups, measures }: AggregatePlan): boolean {
  const isAdded = measures.some(({ of, field }) => (of === "sum" || of === "avg") && field.type !== "number");
  return isAdded || [...groups, ...measures].some(({ field }) => field.type === "int64");
}

function readGroup({ groups, measures }: AggregatePlan, row: GroupRow): AggregateRow {
  return {
    keys: groups.map(({ field, by }, place) =>
      readKey(by === "value" ? field.type : "integer", row[groupColumn(place)]),
    ),
    count: Number(row.n),
    values: measures.map((measure, place) => readMeasure(measure, place, row)),
  };
}

function readMeasure({ of, field }: Measure, place: number, row: GroupRow): IndexValue | null {
  const cell = row[measureColumn(place)];
  if (of === "distinct") return Number(cell);
  if (of !== "sum" && of !== "avg") return readKey(field.type, cell);
  const count = BigInt(row[ofColumn(place)] ?? 0);
  if (count === 0n) return null;
  if (field.type === "number") {
    // SQLite has no sum where it would be the difference of two that are too large.
    const sum = cell === null || cell === undefined ? Infinity : Number(cell);
    return of === "sum" ? sum : sum / Number(count);
  }
  const low = row[lowColumn(place)];
  const sum = low === undefined ? BigInt(cell ?? 0) : (BigInt(cell ?? 0) << 32n) + BigInt(low ?? 0);
  return of === "sum" ? exactInteger(sum) : Number(sum / count) + Number(sum % count) / Number(count);
}
