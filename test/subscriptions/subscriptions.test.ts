import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buildHooksPlugin, databases, emptyDatabase, type HooksPlugin, HooksService } from "./hooks-service.js";
import { TestReceiver } from "./receiver.js";

let built: HooksPlugin;
beforeAll(async () => {
  built = await buildHooksPlugin();
});
afterAll(() => built.remove());

describe.each(databases)("subscriptions on %s", (engine) => {
  let database: Awaited<ReturnType<typeof emptyDatabase>>;
  let service: HooksService;
  let receiver: TestReceiver;

  beforeEach(async () => {
    database = await emptyDatabase(engine);
    service = await HooksService.start(built.plugin, database.url);
    receiver = await TestReceiver.start();
  });
  afterEach(async () => {
    await service.close();
    await receiver.close();
    await database.cleanUp();
  });

  const restart = async (): Promise<void> => {
    await service.close();
    service = await HooksService.start(built.plugin, database.url);
  };

  it("sends each change from the creation on, signed, in the order of the changes of each object", async () => {
    await service.add("early");
    expect(await service.subscribe("all", receiver.url)).toMatchObject({ status: 201 });
    await service.add("ann", { number: 1, pin: "1234" });
    await service.change("ann", { number: 2 });
    await service.add("bob");
    await service.people.delete("ann");
    await expect.poll(() => receiver.messages.length).toBe(4);
    const ofAnn = receiver.messages.filter(({ data }) => data.object?.metadata.name === "ann");
    expect(ofAnn.map(({ type, data }) => [type, data.type, data.object?.spec])).toEqual([
      ["people.added", "ADDED", { team: "red", number: 1 }],
      ["people.modified", "MODIFIED", { team: "red", number: 2 }],
      ["people.deleted", "DELETED", { team: "red", number: 2 }],
    ]);
    const [first] = ofAnn;
    expect(first).toMatchObject({
      path: "/hooks",
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      headers: { "content-type": "application/json", "user-agent": "cmgen" },
      data: {
        resourceVersion: expect.stringMatching(/^\d+\.\d+$/),
        object: { apiVersion: "hooks.example.com/v1", kind: "Person" },
      },
    });
    expect(first?.headers).not.toHaveProperty("traceparent");
    expect(new Set(receiver.messages.map(({ id }) => id)).size).toBe(4);
    expect(await service.statusOf("all")).toMatchObject({ state: "Active", creator: "boss" });
  });

  it("goes on where it was after a restart", async () => {
    await service.subscribe("all", receiver.url);
    await service.add("ann");
    await expect.poll(() => receiver.seen).toEqual(["people.added ann"]);
    await restart();
    await service.add("bob");
    await expect.poll(() => receiver.seen).toEqual(["people.added ann", "people.added bob"]);
  });
});
