import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { defineHooks, type ModelDescriptor } from "@cmgen/runtime";
import type { ReferencesPlugin } from "./build-plugin.js";
import { databases } from "../server/people-server.js";
import { mergePatch, startReferences, temporaryPlugin, type ReferencesServer } from "./references-server.js";

let built: ReferencesPlugin & { dispose(): void };

beforeAll(async () => {
  built = await temporaryPlugin();
});
afterAll(() => built.dispose());

interface Noted {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly note?: string };
}

describe.each(databases)("what refers to a deleted object, on %s", (database) => {
  let service: ReferencesServer;
  /** What the hook was asked about, in order. */
  let asked: string[];
  const ask: ReferencesServer["ask"] = (...given) => service.ask(...given);
  const make: ReferencesServer["make"] = (...given) => service.make(...given);
  const statusOf = async (path: string): Promise<number> => (await ask("GET", path)).status;
  const specOf = async (path: string): Promise<unknown> => ((await ask("GET", path)).json as { spec: unknown }).spec;

  beforeAll(async () => {
    const items = built.plugin.resources.map(({ model }) => model).find(({ plural }) => plural === "items");
    const hooks = defineHooks({
      // Built for this test, so that no type is known.
      model: items as unknown as ModelDescriptor<never>,
      check({ object, operation, refuse }) {
        if (operation !== "delete") return;
        const { metadata, spec } = object as unknown as Noted;
        asked.push(metadata.name);
        if (spec.note === "keep") refuse("spec.note" as never, "This item is to be kept.");
      },
    });
    service = await startReferences({ ...built, plugin: { ...built.plugin, hooks: [hooks] } }, database);
  });
  beforeEach(() => {
    asked = [];
  });
  afterAll(() => service.server.close());

  it("is gone or cleared when the answer comes, hooks having been asked about each", async () => {
    await make("members", "ann");
    await make("members", "bob", { friends: ["ann"], duties: [{ text: "x", with: "ann" }] });
    for (const name of ["cup", "pot"]) await make("items", name, { owner: "ann" });
    await make("items", "lid", { partOf: ["pot"] });
    await make("items", "knob", { partOf: ["lid", "pot"] });
    const before = (await ask("GET", "items?size=1")).json as { metadata: { resourceVersion: string } };
    const deleted = await ask("DELETE", "members/ann");
    expect(deleted.json).toMatchObject({ metadata: { name: "ann" } });
    expect(deleted.json).not.toHaveProperty("metadata.deletionTimestamp");
    expect(await service.names("items")).toEqual([]);
    expect(await statusOf("members/ann")).toBe(404);
    expect(await specOf("members/bob")).toEqual({ friends: [], duties: [{ text: "x" }] });
    expect(asked.toSorted()).toEqual(["cup", "knob", "lid", "pot"]);
    const items = service.server.service.resource(
      built.plugin.resources.map(({ model }) => model).find(({ plural }) => plural === "items") as never,
    );
    const seen: string[] = [];
    for await (const { type, object } of items.watch({ resourceVersion: before.metadata.resourceVersion })) {
      seen.push(`${type} ${object.metadata.name}`);
      if (seen.length === 4) break;
    }
    // What refers goes first.
    expect(seen.indexOf("DELETED knob")).toBeLessThan(seen.indexOf("DELETED pot"));
    expect(seen.toSorted()).toEqual(["DELETED cup", "DELETED knob", "DELETED lid", "DELETED pot"]);
  });

  it("is waited for where it is more than a hundred objects", { timeout: 30_000 }, async () => {
    for (const [name, count] of [
      ["few", 100],
      ["many", 101],
    ] as const) {
      await make("members", name);
      const names = Array.from({ length: count }, (_, at) => `${name}-${at}`);
      await Promise.all(names.map((each) => make("items", each, { owner: name })));
    }
    expect((await ask("DELETE", "members/few")).json).not.toHaveProperty("metadata.deletionTimestamp");
    expect(await statusOf("members/few")).toBe(404);
    expect((await ask("DELETE", "members/many")).json).toHaveProperty("metadata.finalizers", ["cmgen.dev/references"]);
    await expect.poll(() => statusOf("members/many"), { timeout: 20_000 }).toBe(404);
    expect(await service.names("items")).toEqual([]);
  });

  it("keeps all of it where a hook refuses", async () => {
    await make("members", "cleo");
    await make("members", "dora", { boss: "cleo" });
    await make("items", "one", { owner: "cleo" });
    await make("items", "two", { partOf: ["one"], note: "keep" });
    const refused = await ask("DELETE", "members/cleo");
    expect(refused.json).toMatchObject({
      status: 422,
      detail: 'Nothing was deleted, because of the item "two", which refers to it. This item is to be kept.',
    });
    expect(await service.names("items")).toEqual(["one", "two"]);
    expect((await ask("GET", "members/cleo")).json).not.toHaveProperty("metadata.deletionTimestamp");
    expect(await specOf("members/dora")).toEqual({ boss: "cleo" });
    await ask("PATCH", "items/two", { spec: { note: null } }, mergePatch);
    expect((await ask("DELETE", "members/cleo")).status).toBe(200);
    expect(await service.names("items")).toEqual([]);
  });

  it("keeps all of it where another object keeps one from being deleted", async () => {
    await make("members", "eve");
    await make("items", "owned", { owner: "eve" });
    await make("items", "user", { needs: "owned" });
    const refused = await ask("DELETE", "members/eve");
    expect(refused.json).toMatchObject({
      status: 409,
      code: "Referenced",
      detail: expect.stringContaining('Nothing was deleted, because of the item "owned"') as string,
      referrers: [{ kind: "Item", field: "spec.needs", names: ["user"] }],
    });
    expect(await service.names("items")).toEqual(["owned", "user"]);
    // One that goes as well does not keep the other.
    await ask("PATCH", "items/user", { spec: { owner: "eve" } }, mergePatch);
    expect((await ask("DELETE", "members/eve")).status).toBe(200);
    expect(await service.names("items")).toEqual([]);
  });

  it("is kept where the deletion's own condition fails", async () => {
    await make("members", "fay");
    await make("items", "hers", { owner: "fay" });
    const path = "/apis/references.example.com/v1/members/fay";
    const headers = { "if-match": '"00000000-0000-4000-8000-000000000000.1.v1"' };
    expect((await fetch(service.server.url + path, { method: "DELETE", headers })).status).toBe(412);
    expect(await service.names("items")).toEqual(["hers"]);
    expect((await ask("DELETE", "members/fay")).status).toBe(200);
  });

  it("is left as earlier operations of the same batch have left it", async () => {
    await make("members", "ida");
    await make("members", "jon");
    await make("members", "kim", { boss: "ida", friends: ["ida"] });
    await make("items", "moved", { owner: "ida" });
    await make("items", "hers", { owner: "ida" });
    const type = { apiVersion: "references.example.com/v1" };
    const member = { op: "delete", ...type, kind: "Member" };
    const operations = [
      { op: "update", object: { ...type, kind: "Item", metadata: { name: "moved" }, spec: { owner: "jon" } } },
      { ...member, name: "kim" },
      { ...member, name: "ida" },
    ];
    const answer = await fetch(`${service.server.url}/apis/-/batch`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ operations }),
    });
    expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
    expect(await service.names("items")).toEqual(["moved"]);
    expect(await statusOf("members/ida")).toBe(404);
    expect(await statusOf("members/kim")).toBe(404);
    expect((await ask("DELETE", "members/jon")).status).toBe(200);
    expect(await service.names("items")).toEqual([]);
  });

  it("goes with all objects of a collection", async () => {
    for (const name of ["gus", "hal"]) {
      await make("members", name, {}, { labels: { "references.example.com/some": "yes" } });
      await make("items", `of-${name}`, { owner: name });
    }
    const deleted = await ask("DELETE", "members?labelSelector=references.example.com/some=yes");
    expect(deleted.json).toMatchObject({ total: 2 });
    expect(await service.names("items")).toEqual([]);
  });
});
