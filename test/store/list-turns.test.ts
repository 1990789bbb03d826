import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { planList } from "../../packages/runtime/dist/list/plan-list.js";
import { ListRunner } from "../../packages/store/dist/postgres/list-runner.js";
import { closePools, openPools, type PostgresPools } from "../../packages/store/dist/postgres/pools.js";
import type { ListPlan } from "../../packages/store/src/list-plan.js";
import { defaultTuning } from "../../packages/store/src/list-tuning.js";
import { defaultSettings } from "../../packages/store/src/store-settings.js";
import { benchEntry } from "../bench/src/data/bench-entry.js";
import { matrix, printList, queryOf, type Cell } from "../bench/src/lists/matrix.js";
import { CountedTurns } from "./counted-turns.js";
import { openTestDatabase, type TestDatabase } from "./engines.js";
import { entryModel } from "./entry-model.js";
import { execute } from "./execute.js";

const SIZE = 200;
const PAGE = 3;
/** On a busy machine. */
const SLOW = { timeout: 300_000 };
/** Lists that are asked of the same process lie apart in the matrix, so that they have few terms in common. */
const PROCESSES = 4;

/** With these a few objects are read as if they were many. */
const tuning = { ...defaultTuning, firstGlance: 8, probeLimit: 5 };
const timeouts = { answerMilliseconds: 60_000, listMilliseconds: 60_000 };

/** Lists from all over the matrix. */
const lists = [...new Map(matrix(SIZE).map((cell) => [printList(cell), cell])).values()].filter(
  ({ terms }, place) => place % (terms.length < 2 ? 17 : 97) === 0,
);

/** Between a list's request and its answer PostgreSQL is asked at most twice, and once if the list was asked for before. */
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

  async function turnsOf({ runner, turns }: Process, plan: ListPlan): Promise<number> {
    await vi.waitFor(() => expect(turns.isIdle).toBe(true), { interval: 1, timeout: 20_000 });
    const before = turns.count;
    await runner.list(entryModel, plan);
    return turns.count - before;
  }

  /** Changes an object at one end of the order by creation, so that what lists select changes as well. */
  async function write(): Promise<void> {
    versions += 1;
    const record = benchEntry({ number: SIZE, size: SIZE, version: versions });
    await database.store.replace(entryModel, record, versions - 1);
  }

  it(
    "takes at most two turns, and one if it was asked for before and its process knows of all writes",
    SLOW,
    async () => {
      const slow: object[] = [];
      for (let begun = 0; begun < PROCESSES; begun += 1) {
        // Of what is small to every second process, whatever is selected is read at once.
        const asking = newProcess(database.url, begun % 2 === 0 ? 50 : SIZE);
        for (const cell of lists.filter((_, place) => place % PROCESSES === begun)) {
          const turns = await turnsOfStates(asking, planOf(cell));
          const { first, second, untold, again, told, found } = turns;
          // Without a row there is no revision beside one.
          const most = found === 0 ? 2 : 1;
          if (Math.max(first, second, untold) > 2 || Math.max(again, told) > most)
            slow.push({ list: printList(cell), ...turns });
        }
        await closePools(asking.pools);
      }
      expect(slow).toEqual([]);
    },
  );

  it.each([
    { page: 3, turns: 2 },
    { page: 60, turns: 1 },
  ])(
    "reads page $page with its total, far in the order, only if objects are so many",
    SLOW,
    async ({ page, turns }) => {
      const asking = newProcess(database.url, 50);
      const query = `labelSelector=lists.example.com/tier=a&fieldSelector=spec.score>=0&page=${page}&size=${PAGE}`;
      // What one turn more would read is a walk through all objects.
      expect(await turnsOf(asking, planList(entryModel, new URLSearchParams(query)))).toBe(turns);
      await closePools(asking.pools);
    },
  );

  async function turnsOfStates(asking: Process, plan: ListPlan): Promise<Record<State | "found", number>> {
    const first = await turnsOf(asking, plan);
    const second = await turnsOf(asking, plan);
    const again = await turnsOf(asking, plan);
    await write();
    const untold = await turnsOf(asking, plan);
    await write();
    asking.runner.memory.forgetNewest();
    const told = await turnsOf(asking, plan);
    const { items } = await asking.runner.list(entryModel, plan);
    const found = "batches" in items ? 1 : items.length;
    return { first, second, again, untold, told, found };
  }
});

type State = "first" | "second" | "again" | "untold" | "told";

/** What reads lists in a process that has just started. */
interface Process {
  readonly pools: PostgresPools;
  readonly turns: CountedTurns;
  readonly runner: ListRunner;
}

function newProcess(url: string, shortEffort: number): Process {
  const pools = openPools(url, 10, timeouts);
  const turns = new CountedTurns(pools.lists);
  const settings = { pace: defaultSettings.pace, timeouts, tuning: { ...tuning, shortEffort } };
  return { pools, turns, runner: new ListRunner(pools, settings) };
}

function planOf(cell: Cell): ListPlan {
  const plan = planList(entryModel, new URLSearchParams(queryOf(cell, PAGE)));
  if (cell.window !== "continue") return plan;
  const value = plan.sort[0]?.field.column === "created_at" ? 1_700_000_001_000 : 70;
  return { ...plan, window: { by: "keyset", limit: PAGE, after: [value, 1] } };
}
