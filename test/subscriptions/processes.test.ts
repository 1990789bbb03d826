import { copyFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildHooksPlugin, databases, emptyDatabase, type HooksPlugin, HooksService } from "./hooks-service.js";
import { TestReceiver } from "./receiver.js";

let built: HooksPlugin;
beforeAll(async () => {
  built = await buildHooksPlugin();
});
afterAll(() => built.remove());

describe("subscriptions of several services", () => {
  it("are delivered by one of them, and by another when that ends", async () => {
    const database = await emptyDatabase("postgresql");
    const receiver = await TestReceiver.start();
    const services = [
      await HooksService.start(built.plugin, database.url),
      await HooksService.start(built.plugin, database.url),
    ];
    const [first, second] = services as [HooksService, HooksService];
    await second.subscribe("all", receiver.url);
    await second.add("ann");
    await first.add("bob");
    await expect.poll(() => receiver.messages.length).toBe(2);
    const sending = async (): Promise<readonly boolean[]> =>
      Promise.all(
        services.map(async ({ server }) => {
          const metrics = await fetch(`${server.url}/metrics`, { headers: { authorization: "Test boss admins" } });
          return (await metrics.text()).includes('cmgen_subscriptions{state="Active"} 1');
        }),
      );
    await expect.poll(sending).toEqual([true, false]);
    await first.close();
    await second.add("cleo");
    await expect
      .poll(() => receiver.seen.toSorted())
      .toEqual(["people.added ann", "people.added bob", "people.added cleo"]);
    await second.close();
    await receiver.close();
    await database.cleanUp();
  });
});

describe.each(databases)("a stop on %s", (engine) => {
  it("waits for what is on its way, and does not send it again", async () => {
    const database = await emptyDatabase(engine);
    const receiver = await TestReceiver.start();
    const service = await HooksService.start(built.plugin, database.url);
    await service.subscribe("all", receiver.url);
    receiver.answer = () => new Promise((resolve) => setTimeout(resolve, 700));
    await service.add("ann");
    await expect.poll(() => receiver.messages.length).toBe(1);
    await service.close();
    expect(receiver.running).toBe(0);
    const again = await HooksService.start(built.plugin, database.url);
    await again.add("bob");
    await expect.poll(() => receiver.seen).toEqual(["people.added ann", "people.added bob"]);
    await again.close();
    await receiver.close();
    await database.cleanUp();
  });
});

describe("a database that has lost changes", () => {
  it("is noticed, and the receiver is told", async () => {
    const database = await emptyDatabase("sqlite file");
    const file = database.url.replace("file:", "");
    const receiver = await TestReceiver.start();
    let service = await HooksService.start(built.plugin, database.url);
    await service.subscribe("all", receiver.url);
    await service.add("ann");
    await expect.poll(() => receiver.seen).toEqual(["people.added ann"]);
    await service.close();
    await copyFile(file, `${file}.copy`);
    service = await HooksService.start(built.plugin, database.url);
    await service.add("bob");
    await expect.poll(() => receiver.seen).toEqual(["people.added ann", "people.added bob"]);
    await service.close();
    // The position of the newer past, in a database of an older one that goes another way.
    const { uid, position } = await positionIn(database.url);
    await copyFile(`${file}.copy`, file);
    service = await HooksService.start(without(built), database.url);
    await service.add("cleo");
    await service.add("dan");
    await service.server.service.store.subscriptions.move([{ uid, ...position }]);
    await service.close();
    service = await HooksService.start(built.plugin, database.url);
    await expect.poll(() => receiver.seen.at(-1)).toBe("subscription.resync");
    await service.add("eve");
    await expect.poll(() => receiver.seen.slice(2)).toEqual(["subscription.resync", "people.added eve"]);
    expect((await service.statusOf("all")).lost?.to).toBeGreaterThan(0);
    await service.close();
    await receiver.close();
    await database.cleanUp();
  });

  const positionIn = async (url: string) => {
    const service = await HooksService.start(without(built), url);
    const [{ uid, ...position } = { uid: "", revision: 0, mark: null }] =
      await service.server.service.store.subscriptions.positions();
    await service.close();
    return { uid, position };
  };
});

/** The plugin of a service that delivers nothing. */
function without({ plugin }: HooksPlugin): HooksPlugin["plugin"] {
  const { subscriptions, ...rest } = plugin;
  expect(subscriptions).toBeDefined();
  return rest;
}
