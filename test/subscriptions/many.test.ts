import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildHooksPlugin, databases, emptyDatabase, type HooksPlugin, HooksService } from "./hooks-service.js";
import { TestReceiver } from "./receiver.js";

/** `npm run soak -- subscriptions` makes a thousand. */
const COUNT = Number(process.env["CMGEN_SUBSCRIPTIONS"] ?? 120);
/** What moves is written together once a second. */
const IDLE_MS = 3000;
/** In MiB: ten times what a thousand take. */
const MOST_MEMORY = 3000;

let built: HooksPlugin;
beforeAll(async () => {
  built = await buildHooksPlugin();
});
afterAll(() => built.remove());

/** Counts the calls of a store that ask the database something. */
function countStatements(service: HooksService): () => Readonly<Record<string, number>> {
  const { store } = service.server.service;
  const counts: Record<string, number> = {};
  const counted = (target: object, names: readonly string[]): void => {
    const methods = target as Record<string, (...given: unknown[]) => unknown>;
    for (const name of names) {
      const method = methods[name]?.bind(target);
      if (method === undefined) throw new Error(`The store has no ${name}`);
      Object.defineProperty(target, name, {
        value: (...given: unknown[]) => {
          counts[name] = (counts[name] ?? 0) + 1;
          return method(...given);
        },
      });
    }
  };
  counted(store, ["read", "list", "create", "replace", "changesAfter", "newest", "pastOf", "oldestRevision"]);
  counted(store.subscriptions, ["positions", "begin", "move", "end", "creations"]);
  return () => ({ ...counts });
}

describe.each(databases)("many subscriptions on %s", (engine) => {
  it("cost little memory and few statements, and each gets every change", { timeout: 600_000 }, async () => {
    const database = await emptyDatabase(engine);
    const service = await HooksService.start(built.plugin, database.url);
    const receiver = await TestReceiver.start();
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    for (let number = 0; number < COUNT; number += 1)
      expect(await service.subscribe(`s-${number}`, `${receiver.url}/${number}`)).toMatchObject({ status: 201 });
    await service.add("ann");
    await expect.poll(() => receiver.messages.length, { timeout: 60_000 }).toBe(COUNT);
    const begun = performance.now();
    await service.add("bob");
    await expect.poll(() => receiver.messages.length, { timeout: 60_000, interval: 10 }).toBe(2 * COUNT);
    const spread = performance.now() - begun;
    expect(new Set(receiver.messages.map(({ path }) => path)).size).toBe(COUNT);
    const grown = (process.memoryUsage().rss - before) / 1024 / 1024;
    const counts = countStatements(service);
    const [cpu, idleFrom] = [process.cpuUsage(), performance.now()];
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
    const { user, system } = process.cpuUsage(cpu);
    const seconds = (performance.now() - idleFrom) / 1000;
    const idle = counts();
    const statements = Object.values(idle).reduce((sum, count) => sum + count, 0);
    process.stdout.write(
      `${engine}: ${COUNT} subscriptions, ${grown.toFixed(0)} MiB more, one change to all of them in ${spread.toFixed(0)} ms; idle: ` +
        `${(statements / seconds).toFixed(2)} statements a second ${JSON.stringify(idle)}, ${((user + system) / 1e4 / seconds).toFixed(1)} % of a processor\n`,
    );
    expect(grown).toBeLessThan(MOST_MEMORY);
    // None asks for itself: the service asks for all of them.
    expect(statements).toBeLessThan(COUNT / 2);
    await service.close();
    await receiver.close();
    await database.cleanUp();
  });
});
