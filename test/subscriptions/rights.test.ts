import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buildHooksPlugin, databases, emptyDatabase, type HooksPlugin, HooksService } from "./hooks-service.js";
import { SECRET, TestReceiver } from "./receiver.js";
import { makeToken, revokeTokens } from "./tokens.js";

let built: HooksPlugin;
beforeAll(async () => {
  built = await buildHooksPlugin();
});
afterAll(() => built.remove());

describe.each(databases)("whose eyes a subscription has, on %s", (engine) => {
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

  it("sends what the creator may watch: its rows, without hidden and secret fields", async () => {
    expect(await service.subscribe("red", receiver.url, { as: "ann red" })).toMatchObject({ status: 201 });
    await service.add("blue", { team: "blue", salary: 1 });
    await service.add("ann", { team: "red", salary: 2, number: 1, pin: "1234" });
    await service.change("ann", { salary: 3 });
    await service.change("ann", { team: "blue" });
    await service.change("ann", { number: 4 });
    await service.change("blue", { team: "red" });
    // Of what must not come, some would be before it.
    await service.add("last", { team: "red" });
    await expect.poll(() => receiver.seen).toContain("people.added last");
    await expect.poll(() => receiver.messages.length).toBe(5);
    const of = (name: string): readonly unknown[] =>
      receiver.messages
        .filter(({ data }) => data.object?.metadata.name === name)
        .map(({ type, data }) => [type, data.object?.spec]);
    expect(of("ann")).toEqual([
      ["people.added", { team: "red", number: 1 }],
      ["people.modified", { team: "red", number: 1 }],
      ["people.deleted", { team: "red", number: 1 }],
    ]);
    expect(of("blue")).toEqual([["people.added", { team: "red" }]]);
  });

  it("takes no selector over a field that is hidden from the creator, and no resource that it may not watch", async () => {
    expect(await service.subscribe("a", receiver.url, { as: "ann red", fieldSelector: "spec.salary=1" })).toMatchObject(
      {
        status: 422,
        body: { errors: [{ path: "/spec/fieldSelector" }] },
      },
    );
    expect(
      await service.subscribe("a", receiver.url, { as: "boss all", fieldSelector: "spec.salary=1" }),
    ).toMatchObject({
      status: 201,
    });
    expect(await service.subscribe("b", receiver.url, { as: "eve outside" })).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining("allows to watch people") },
    });
    expect(await service.subscribe("b", receiver.url, { as: "" })).toMatchObject({ status: 403 });
  });

  it("lets nobody but its creator change what it is sent and where; others may pause and delete it", async () => {
    await service.subscribe("red", receiver.url, { as: "ann red" });
    const patch = (body: unknown, as: string) => service.send("PATCH", "subscriptions/red", body, as);
    const other = "http://127.0.0.1:1/stolen";
    for (const as of ["boss all", "bob red", "olga operators"]) {
      expect(await patch({ spec: { url: other } }, as)).toMatchObject({
        status: 403,
        body: { detail: expect.stringContaining('Only "ann"') },
      });
      expect(await patch({ spec: { fieldSelector: null, note: "x" } }, as)).toMatchObject({ status: 403 });
      expect(await patch({ metadata: { labels: { seen: as.slice(0, 3) } } }, as)).toMatchObject({ status: 200 });
    }
    expect(await patch({ spec: { paused: true } }, "olga operators")).toMatchObject({ status: 200 });
    await expect.poll(async () => (await service.statusOf("red")).state).toBe("Paused");
    await service.add("ann");
    expect(await patch({ spec: { paused: false } }, "olga operators")).toMatchObject({ status: 200 });
    await expect.poll(() => receiver.seen).toEqual(["people.added ann"]);
    expect(await patch({ spec: { events: ["DELETED"] } }, "ann red")).toMatchObject({ status: 200 });
    await service.add("bob");
    await service.people.delete("ann");
    await expect.poll(() => receiver.seen).toEqual(["people.added ann", "people.deleted ann"]);
    expect(await service.send("DELETE", "subscriptions/red", undefined, "olga operators")).toMatchObject({
      status: 200,
    });
  });

  it("lets nobody forge who created it", async () => {
    await service.subscribe("red", receiver.url, { as: "ann red" });
    const forged = { creator: "boss", identity: JSON.stringify({ by: "plugin", name: "boss" }) };
    const { identity } = await service.stored("red");
    const isKept = async (): Promise<void> =>
      expect(await service.stored("red")).toMatchObject({ creator: "ann", identity });
    for (const [method, path, body] of [
      ["PATCH", "subscriptions/red/status", { status: forged }],
      ["PATCH", "subscriptions/red/status", { status: { state: "Expired" } }],
      ["PATCH", "subscriptions/red", { status: forged }],
      ["PATCH", "subscriptions/red/status", { status: null }],
    ] as const) {
      for (const as of ["olga operators", "ann red"]) {
        expect((await service.send(method, path, body, as)).status).toBeGreaterThanOrEqual(400);
        await isKept();
      }
    }
    // Nor by any other way to write.
    const object = { apiVersion: "hooks.example.com/v1", kind: "Subscription", metadata: { name: "red" } };
    const stolen = { ...object, spec: { resource: "people", url: "http://127.0.0.1:1/stolen", secret: SECRET } };
    for (const as of ["boss all", "bob red"]) {
      for (const op of ["update", "apply", "replace"]) {
        const answer = await service.post("batch", JSON.stringify({ operations: [{ op, object: stolen }] }), as);
        expect([op, answer.status]).toEqual([op, 403]);
      }
      for (const mode of ["apply", "replace"]) {
        const answer = await service.post(`import?mode=${mode}`, `${JSON.stringify(stolen)}\n`, as);
        expect([mode, answer.body]).toEqual([mode, expect.stringContaining('Only \\"ann\\"')]);
      }
      expect((await service.send("PUT", "subscriptions/red", stolen, as)).status).toBe(403);
    }
    await isKept();
    const created = await service.send("POST", "subscriptions", {
      apiVersion: "hooks.example.com/v1",
      kind: "Subscription",
      metadata: { name: "other" },
      spec: { resource: "people", url: receiver.url, secret: SECRET },
      status: forged,
    });
    expect(created.status).toBe(422);
    // Not even the plugin's own code changes it.
    await service.subscriptions.status.update("red", () => forged);
    await isKept();
    await service.subscriptions.update("red", { spec: { note: "by the plugin" } });
    await isKept();
    expect((await service.send("GET", "subscriptions/red")).body.status).not.toHaveProperty("identity");
    expect((await service.send("GET", "subscriptions/red")).body.spec).not.toHaveProperty("secret");
  });

  it("pauses when a user loses the right, goes on without loss, and is nobody else's of the same name", async () => {
    const user = (fields: object) => service.users.update("uma", { spec: fields });
    await service.users.create({ metadata: { name: "uma" }, spec: { groups: ["red"] } });
    const token = await makeToken(service, { user: "uma" });
    expect(await service.subscribe("mine", receiver.url, { as: `Bearer ${token}` })).toMatchObject({ status: 201 });
    await service.add("ann", { number: 1, salary: 5 });
    await expect.poll(() => receiver.seen).toEqual(["people.added ann"]);
    await user({ groups: [] });
    await expect.poll(async () => (await service.statusOf("mine")).state).toBe("Paused");
    expect((await service.statusOf("mine")).reason).toContain("may not watch people");
    await service.change("ann", { number: 2 });
    await user({ groups: ["all"] });
    await expect.poll(() => receiver.seen).toEqual(["people.added ann", "people.modified ann"]);
    // It sees more than before.
    expect(receiver.messages.map(({ data }) => data.object?.spec)).toEqual([
      { team: "red", number: 1 },
      { team: "red", number: 2, salary: 5 },
    ]);
    await user({ disabled: true });
    await expect.poll(async () => (await service.statusOf("mine")).state).toBe("Paused");
    await service.users.delete("uma");
    await service.users.create({ metadata: { name: "uma" }, spec: { groups: ["all"] } });
    await service.change("ann", { number: 3 });
    await expect.poll(async () => (await service.statusOf("mine")).reason).toContain("no longer there");
    expect(receiver.messages).toHaveLength(2);
  });

  it("sends nothing by rights that were lost, also of what was waiting to be sent", async () => {
    await service.users.create({ metadata: { name: "uma" }, spec: { groups: ["all"] } });
    const token = await makeToken(service, { user: "uma" });
    receiver.answer = () => new Promise((resolve) => setTimeout(resolve, 200));
    await service.subscribe("mine", receiver.url, { as: `Bearer ${token}` });
    await service.add("ann", { salary: 5, number: 0 });
    for (let number = 1; number < 12; number += 1) await service.change("ann", { number });
    await expect.poll(() => receiver.messages.length).toBeGreaterThan(2);
    await service.users.update("uma", { spec: { groups: ["red"] } });
    const sent = receiver.messages.length;
    await expect.poll(() => receiver.messages.at(-1)?.data.object?.spec["number"]).toBe(11);
    // One may have been on its way.
    const later = receiver.messages.slice(sent + 1);
    expect(later.length).toBeGreaterThan(5);
    for (const { data } of later) expect(data.object?.spec).not.toHaveProperty("salary");
  });

  it("pauses when the token is revoked that it was created with", async () => {
    const token = await makeToken(service, { groups: ["red"] });
    expect(await service.subscribe("mine", receiver.url, { as: `Bearer ${token}` })).toMatchObject({ status: 201 });
    await service.add("ann");
    await expect.poll(() => receiver.seen).toEqual(["people.added ann"]);
    await revokeTokens(service);
    await expect.poll(async () => (await service.statusOf("mine")).reason).toContain("was revoked");
    await service.add("bob");
    expect(receiver.messages).toHaveLength(1);
  });

  it("shows everything where the plugin created it, and then only the plugin changes it", async () => {
    await service.subscriptions.create({
      metadata: { name: "own" },
      spec: { resource: "people", url: receiver.url, secret: SECRET },
    });
    await service.add("ann", { team: "blue", salary: 5, pin: "1" });
    await expect
      .poll(() => receiver.messages.map(({ data }) => data.object?.spec))
      .toEqual([{ team: "blue", salary: 5 }]);
    expect(await service.send("PATCH", "subscriptions/own", { spec: { url: "http://127.0.0.1:1/" } })).toMatchObject({
      status: 403,
    });
  });
});
