import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buildHooksPlugin, databases, emptyDatabase, type HooksPlugin, HooksService } from "./hooks-service.js";
import { TestReceiver } from "./receiver.js";

let built: HooksPlugin;
beforeAll(async () => {
  built = await buildHooksPlugin();
});
afterAll(() => built.remove());

/** The log is measured each second. */
const limits = { changeRetention: "1s", maxChanges: 10, maxChangesBytes: 20_000, maxUndeliveredBytes: 60_000 } as const;

describe.each(databases)("changes that are not sent in time, on %s", (engine) => {
  let database: Awaited<ReturnType<typeof emptyDatabase>>;
  let service: HooksService;
  let receiver: TestReceiver;

  const start = async (): Promise<void> => {
    service = await HooksService.start(built.plugin, database.url, { limits });
  };
  beforeEach(async () => {
    database = await emptyDatabase(engine);
    await start();
    receiver = await TestReceiver.start();
  });
  afterEach(async () => {
    await service.close();
    await receiver.close();
    await database.cleanUp();
  });

  const write = async (prefix: string, count: number): Promise<void> => {
    for (let number = 0; number < count; number += 1) await service.add(`${prefix}-${number}`);
  };
  const kept = async (): Promise<number> => {
    const { store } = service.server.service;
    return (await store.revision()) - (await store.oldestRevision());
  };
  const pause = (paused: boolean) => service.send("PATCH", "subscriptions/all", { spec: { paused } });

  it("keeps them for a subscription beyond what it keeps otherwise, and no longer than it needs them", async () => {
    await service.subscribe("all", receiver.url);
    await pause(true);
    await write("a", 50);
    await new Promise((resolve) => setTimeout(resolve, 4000));
    expect(await kept()).toBeGreaterThanOrEqual(50);
    await pause(false);
    await expect.poll(() => receiver.messages.length).toBe(50);
    await expect.poll(kept).toBeLessThanOrEqual(11);
    expect(await service.statusOf("all")).not.toHaveProperty("lost");
    // One that is gone holds nothing.
    await pause(true);
    await service.send("DELETE", "subscriptions/all");
    await write("b", 50);
    await expect.poll(kept).toBeLessThanOrEqual(11);
  });

  it("tells the receiver of what is lost beyond the bound, once, and goes on behind it", async () => {
    await service.subscribe("all", receiver.url);
    await write("early", 1);
    await expect.poll(() => receiver.messages.length).toBe(1);
    await pause(true);
    // The position is saved, and the bound passed.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    for (let round = 0; round < 6; round += 1) await write(`a${round}`, 60);
    await expect.poll(kept).toBeLessThan(300);
    let failures = 2;
    receiver.answer = ({ type }, response) => {
      if (type === "subscription.resync" && failures-- > 0) response.writeHead(503).end();
    };
    await pause(false);
    await expect.poll(() => receiver.seen.filter((each) => each === "subscription.resync").length).toBe(3);
    await expect.poll(async () => (await service.statusOf("all")).state).toBe("Active");
    await service.add("late");
    await expect.poll(() => receiver.seen.at(-1)).toBe("people.added late");
    const { state, lost, reason } = await service.statusOf("all");
    expect([state, reason, lost?.told]).toEqual(["Active", undefined, true]);
    const resyncs = receiver.messages.filter(({ type }) => type === "subscription.resync");
    expect(resyncs).toHaveLength(3);
    expect(new Set(resyncs.map(({ id }) => id)).size).toBe(1);
    expect(resyncs[0]?.data).toEqual({ resource: "people", lost: { from: lost?.from, to: lost?.to } });
    // What is sent is before the range, or behind it.
    const revisions = receiver.messages.map(({ data }) => Number(data.resourceVersion?.split(".")[0]));
    expect(revisions[0]).toBeLessThan(lost?.from ?? 0);
    expect(revisions.at(-1)).toBeGreaterThan(lost?.to ?? Infinity);
    expect(receiver.messages).toHaveLength(5);
  });

  it("tells the receiver of it also where the process was stopped in between", async () => {
    await service.subscribe("all", "http://127.0.0.1:1/");
    await write("a", 1);
    await expect.poll(async () => (await service.statusOf("all")).state).toBe("Failing");
    for (let round = 0; round < 6; round += 1) await write(`a${round}`, 60);
    await expect.poll(kept).toBeLessThan(300);
    await service.close();
    await start();
    await expect.poll(async () => (await service.statusOf("all")).state).toBe("Expired");
    await service.close();
    await start();
    // A pause does not make it forget.
    await pause(true);
    await expect.poll(async () => (await service.statusOf("all")).state).toBe("Paused");
    await pause(false);
    await expect.poll(async () => (await service.statusOf("all")).state).toBe("Expired");
    expect(await service.send("PATCH", "subscriptions/all", { spec: { url: receiver.url } })).toMatchObject({
      status: 200,
    });
    await expect.poll(() => receiver.seen[0]).toBe("subscription.resync");
    await service.add("late");
    await expect.poll(() => receiver.seen.at(-1)).toBe("people.added late");
    expect(receiver.seen.filter((each) => each === "subscription.resync")).toHaveLength(1);
    // What was written while the bound was passed is sent, if it is behind the range.
    const { lost } = await service.statusOf("all");
    const revisions = receiver.messages.slice(1).map(({ data }) => Number(data.resourceVersion?.split(".")[0]));
    expect(Math.min(...revisions)).toBeGreaterThan(lost?.to ?? Infinity);
  });

  it("begins at its creation also where nobody has seen that", async () => {
    await service.subscribe("all", receiver.url);
    await service.close();
    // As if the process had been killed before anything was noted of it.
    const forgetting = await HooksService.start(built.plugin, database.url, { plugins: [without(built)] });
    await forgetting.server.service.store.subscriptions.end(
      (await forgetting.server.service.store.subscriptions.positions()).map(({ uid }) => uid),
    );
    await forgetting.people.create({ metadata: { name: "meanwhile" }, spec: { team: "red" } });
    await forgetting.close();
    await start();
    await expect.poll(() => receiver.seen).toEqual(["people.added meanwhile"]);
  });
});

/** The plugin of a service that delivers nothing. */
function without({ plugin }: HooksPlugin): HooksPlugin["plugin"] {
  const { subscriptions, ...rest } = plugin;
  expect(subscriptions).toBeDefined();
  return rest;
}
