import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { listFields } from "../../packages/runtime/dist/list/list-fields.js";
import { planList } from "../../packages/runtime/dist/list/plan-list.js";
import { ListRunner } from "../../packages/store/dist/postgres/list-runner.js";
import { ListSlots } from "../../packages/store/dist/postgres/list-slots.js";
import { closePools, openPools, poolsOf, type PostgresPools } from "../../packages/store/dist/postgres/pools.js";
import { PostgresServers } from "../../packages/store/dist/postgres/postgres-servers.js";
import type { ListPlan } from "../../packages/store/src/list-plan.js";
import { defaultTuning } from "../../packages/store/src/list-tuning.js";
import { defaultSettings } from "../../packages/store/src/store-settings.js";
import { benchEntry } from "../bench/src/data/bench-entry.js";
import { matrix, printList, queryOf, type Cell } from "../bench/src/lists/matrix.js";
import { CountedRoundTrips } from "./counted-round-trips.js";
import { postgresDialect } from "../../packages/store/dist/sql/dialect.js";
import { openTestDatabase, type TestDatabase } from "./engines.js";
import { entryModel } from "./entry-model.js";
import { execute } from "./execute.js";
import { publicSchema } from "./public-schema.js";

const SIZE = 200;
const PAGE = 3;
/** On a busy machine. */
const SLOW = { timeout: 300_000 };
/** Lists that are asked of the same process lie apart in the matrix, so that they have few terms in common. */
const PROCESSES = 4;

/** With these a few objects are read as if they were many, and no attempt takes too long. */
const tuning = { ...defaultTuning, firstLook: 16, few: 5, attemptMilliseconds: 60_000 };
const timeouts = { answerMilliseconds: 60_000, listMilliseconds: 60_000 };

/** Lists from all over the matrix. */
const lists = [...new Map(matrix(SIZE).map((cell) => [printList(cell), cell])).values()].filter(
  ({ terms }, place) => place % (terms.length < 2 ? 17 : 97) === 0,
);

/** Between a list's request and its answer PostgreSQL is asked a few times, and once if the list was asked for before. */
describe("a list on PostgreSQL", () => {
  let database: TestDatabase;
  let versions = 1;

  beforeAll(async () => {
    database = await openTestDatabase("postgresql", [entryModel]);
    const records = Array.from({ length: SIZE }, (_, place) => benchEntry({ number: place + 1, size: SIZE }));
    await Promise.all(records.map((record) => database.store.create(entryModel, record)));
    await execute(database.url, "ANALYZE");
  });
  afterAll(() => database.close());

  async function tripsOf({ runner, trips }: Process, plan: ListPlan): Promise<number> {
    await vi.waitFor(() => expect(trips.isIdle).toBe(true), { interval: 1, timeout: 20_000 });
    const before = trips.count;
    await runner.list(entryModel, plan);
    return trips.count - before;
  }

  /** Changes an object at one end of the order by creation, so that what lists select changes as well. */
  async function write(): Promise<void> {
    versions += 1;
    const record = benchEntry({ number: SIZE, size: SIZE, version: versions });
    await database.store.replace(entryModel, record, versions - 1);
  }

  it(
    "takes few round trips, and one if it was asked for before and its process knows of all writes",
    SLOW,
    async () => {
      const slow: object[] = [];
      for (let begun = 0; begun < PROCESSES; begun += 1) {
        const asking = newProcess(database.url);
        for (const cell of lists.filter((_, place) => place % PROCESSES === begun)) {
          const trips = await tripsOfStates(asking, planOf(cell));
          const { first, second, untold, again, told, found } = trips;
          // An empty list that is no longer empty is read again.
          const most = found === 0 ? 2 : 1;
          // Two looks that find too few, the counts, what is selected, the rows.
          if (first > 5 || Math.max(second, untold) > 3 || Math.max(again, told) > most)
            slow.push({ list: printList(cell), ...trips });
        }
        await closePools(asking.pools);
      }
      expect(slow).toEqual([]);
    },
  );

  it("takes one if it is selected by values of other objects, and none of these has changed since", SLOW, async () => {
    const asking = newProcess(database.url);
    const related = {
      isUsed: true,
      names: () => [],
      find: () => ({ model: entryModel, fields: listFields(entryModel), rows: undefined }),
    };
    for (const total of ["exact", "none"]) {
      const selector = `spec.owner in entries(spec.group=${total === "exact" ? "a" : "b"}).spec.owner`;
      const query = new URLSearchParams({ fieldSelector: selector, page: "1", size: "3", total });
      const plan = planList(entryModel, query, { related });
      await asking.runner.list(entryModel, plan);
      await asking.runner.list(entryModel, plan);
      expect(await tripsOf(asking, plan)).toBe(1);
    }
    await closePools(asking.pools);
  });

  async function tripsOfStates(asking: Process, plan: ListPlan): Promise<Record<State | "found", number>> {
    const first = await tripsOf(asking, plan);
    const second = await tripsOf(asking, plan);
    const again = await tripsOf(asking, plan);
    await write();
    const untold = await tripsOf(asking, plan);
    await write();
    asking.runner.memory.forgetNewest();
    const told = await tripsOf(asking, plan);
    const { items } = await asking.runner.list(entryModel, plan);
    const found = "batches" in items ? 1 : items.length;
    return { first, second, again, untold, told, found };
  }
});

type State = "first" | "second" | "again" | "untold" | "told";

/** What reads lists in a process that has just started. */
interface Process {
  readonly pools: PostgresPools;
  readonly trips: CountedRoundTrips;
  readonly runner: ListRunner;
}

function newProcess(url: string): Process {
  const pools = openPools(new PostgresServers(url), { connections: 10, timeouts });
  const trips = new CountedRoundTrips(pools.lists);
  const settings = { dialect: postgresDialect, pace: defaultSettings.pace, timeouts, tuning };
  const connections = { ...poolsOf(pools, publicSchema), slots: new ListSlots(pools, settings) };
  return { pools, trips, runner: new ListRunner(connections, settings) };
}

function planOf(cell: Cell): ListPlan {
  const plan = planList(entryModel, new URLSearchParams(queryOf(cell, PAGE)));
  if (cell.window !== "continue") return plan;
  const value = plan.sort[0]?.field.column === "created_at" ? 1_700_000_001_000 : 70;
  return { ...plan, window: { by: "keyset", limit: PAGE, after: [value, 1] } };
}
