import type { AggregateResult } from "../../../../packages/store/dist/aggregate-plan.js";
import { planAggregate } from "../../../../packages/runtime/dist/list/plan-aggregate.js";
import type { BenchContext } from "../bench-context.js";
import type { BenchDatabase } from "../databases/engine.js";
import { itemTables, type ItemTables } from "../databases/raw-items.js";
import { type Figure, seconds } from "../measure/figure.js";
import { median } from "../measure/quantile.js";
import { pairedRatio, takeTurns } from "../measure/take-turns.js";
import { openBenchStore } from "../store/open-bench-store.js";

/** What is asked, and the same written by hand for both databases. */
interface Question {
  readonly name: string;
  readonly query: string;
  readonly sql: (tables: ItemTables) => string;
}

const questions: readonly Question[] = [
  {
    name: "count by group",
    query: "aggregate=count&groupBy=spec.group",
    sql: ({ table }) =>
      `SELECT x_spec_group, count(*) AS n FROM "${table}" GROUP BY x_spec_group ORDER BY x_spec_group`,
  },
  {
    name: "count and sum by group",
    query: "aggregate=count,sum(spec.age)&groupBy=spec.group",
    sql: ({ table }) =>
      `SELECT x_spec_group, count(*) AS n, sum(x_spec_age) AS s FROM "${table}" GROUP BY x_spec_group ORDER BY x_spec_group`,
  },
  {
    name: "sum by group of 7 %",
    query: "aggregate=sum(spec.age)&groupBy=spec.group&fieldSelector=spec.age<10",
    sql: ({ table }) =>
      `SELECT x_spec_group, count(*) AS n, sum(x_spec_age) AS s FROM "${table}" WHERE x_spec_age < 10
       GROUP BY x_spec_group ORDER BY x_spec_group`,
  },
  {
    name: "all functions by day",
    query:
      "aggregate=sum(spec.score),min(spec.age),max(spec.age),avg(spec.score),distinct(spec.group)&groupBy=day(metadata.creationTimestamp)",
    sql: ({ table }) =>
      `SELECT created_at / 86400000 AS day, count(*) AS n, sum(x_spec_score) AS s, min(x_spec_age) AS least,
       max(x_spec_age) AS most, avg(x_spec_score) AS a, count(DISTINCT x_spec_group) AS d FROM "${table}" GROUP BY 1 ORDER BY 1`,
  },
  {
    name: "count by tag, of which an object has several",
    query: "aggregate=count&groupBy=spec.tags",
    sql: ({ table, tags }) =>
      `SELECT v.value, count(*) AS n FROM "${table}" o LEFT JOIN "${tags}" v ON v.object_id = o.id GROUP BY 1 ORDER BY 1`,
  },
];

const ROUNDS = 15;

/** Counts and sums of the store, beside SQL written by hand for the same table. */
export async function benchAggregates(context: BenchContext, database: BenchDatabase): Promise<readonly Figure[]> {
  const { items } = context.plugin;
  const tables = itemTables(items);
  const { store, raw, close } = await openBenchStore(database, items);
  const figures: Figure[] = [];
  try {
    for (const { name, query, sql } of questions.filter((each) => each.name.includes(context.row ?? ""))) {
      const plan = planAggregate(items, new URLSearchParams(query));
      const sides = { cmgen: () => store.aggregate(items, plan), raw: () => raw.all(sql(tables), []) };
      assertSame(await sides.cmgen(), await sides.raw());
      const { cmgen, raw: byHand } = await takeTurns(sides, { rounds: Math.min(context.rounds, ROUNDS), warmUp: 3 });
      figures.push({
        bench: "aggregates",
        database: database.engine,
        size: database.size,
        name,
        values: { cmgen: seconds(median(cmgen)), "SQL by hand": seconds(median(byHand)) },
        ratio: pairedRatio(cmgen, byHand),
        aim: { bound: "at most", amount: 1.5 },
      });
    }
  } finally {
    await close();
  }
  return figures;
}

/** Both sides must have counted the same objects in the same groups. */
function assertSame({ rows }: AggregateResult, byHand: readonly object[]): void {
  const counts = byHand.map((row) => ("n" in row ? Number(row.n) : Number.NaN));
  const isSame = counts.length === rows.length && rows.every(({ count }, place) => count === counts[place]);
  if (!isSame) throw new Error("The SQL by hand finds other groups");
}
