import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exchange } from "../server/exchange.js";
import { databases } from "../server/people-server.js";
import type { ReferencesPlugin } from "./build-plugin.js";
import { mergePatch, startReferences, temporaryPlugin, type ReferencesServer } from "./references-server.js";

let built: ReferencesPlugin & { dispose(): void };

beforeAll(async () => {
  built = await temporaryPlugin();
});
afterAll(() => built.dispose());

describe.each(databases)("references in a transaction on %s", (database) => {
  let service: ReferencesServer;
  beforeAll(async () => {
    service = await startReferences(built, database);
  });
  afterAll(() => service.server.close());

  const models = () => ({
    teams: built.model("teams"),
    members: built.model("members"),
    items: built.model("items"),
    transaction: service.server.service.resource.transaction,
  });

  it("may be to objects that are created in it, before or after", async () => {
    const { transaction, teams, members } = models();
    await transaction(async (tx) => {
      await tx(members).create({ metadata: { name: "ann" }, spec: { team: "red", boss: "bob" } });
      await tx(teams).create({ metadata: { name: "red" }, spec: {} });
      await tx(members).create({ metadata: { name: "bob" }, spec: { team: "red", boss: "ann" } });
    });
    expect(await service.names("members")).toEqual(["ann", "bob"]);
    const dangling = transaction(async (tx) => {
      await tx(teams).create({ metadata: { name: "blue" }, spec: {} });
      await tx(members).create({ metadata: { name: "cleo" }, spec: { team: "blue", friends: ["ann", "nobody"] } });
    });
    await expect(dangling).rejects.toMatchObject({
      code: "Invalid",
      errors: [{ path: "/spec/friends/1", message: 'refers to the member "nobody", which does not exist' }],
    });
    expect(await service.names("teams")).toEqual(["red"]);
  });

  it("let an object go with what refers to it", async () => {
    const { transaction, teams, members } = models();
    await service.make("teams", "green");
    await service.make("members", "dan", { team: "green" });
    const kept = transaction((tx) => tx(teams).delete("green"));
    await expect(kept).rejects.toMatchObject({ code: "Referenced", message: expect.stringContaining("dan") as string });
    await transaction(async (tx) => {
      await tx(teams).delete("green");
      await tx(members).delete("dan");
    });
    expect(await service.names("teams")).not.toContain("green");
    await service.make("teams", "grey");
    await service.make("members", "dan", { team: "grey" });
    await transaction(async (tx) => {
      await tx(members).update("dan", { spec: { team: "red" } });
      await tx(teams).delete("grey");
    });
    expect(await service.names("teams")).not.toContain("grey");
  });

  it("count as they are at the end", async () => {
    const { transaction, members } = models();
    await service.make("members", "hal");
    await transaction(async (tx) => {
      await tx(members).create({ metadata: { name: "ida" }, spec: { boss: "hal", friends: ["hal"] } });
      await tx(members).replace({ metadata: { name: "ida" }, spec: {} });
      await tx(members).delete("hal");
    });
    expect(await service.names("members")).not.toContain("hal");
    const refused = transaction(async (tx) => {
      await tx(members).update("ida", { spec: { boss: "nobody" } });
      await tx(members).update("ida", { spec: { note: "still" } });
    });
    await expect(refused).rejects.toMatchObject({ code: "Invalid", errors: [{ path: "/spec/boss" }] });
  });

  it("cascade within it", async () => {
    const { transaction, members } = models();
    await service.make("members", "eve");
    await service.make("items", "thing", { owner: "eve" });
    const last = await transaction((tx) => tx(members).delete("eve"));
    expect(last.metadata).not.toHaveProperty("deletionTimestamp");
    expect(await service.names("members")).not.toContain("eve");
    expect(await service.names("items")).not.toContain("thing");
  });

  it("begin a deletion that goes on, as that of a single object", async () => {
    const { transaction, members } = models();
    await service.make("members", "fay");
    await service.make("items", "held-thing", { owner: "fay" }, { finalizers: ["references.example.com/hold"] });
    const last = await transaction((tx) => tx(members).delete("fay"));
    expect(last.metadata).toMatchObject({ name: "fay", finalizers: ["cmgen.dev/references"] });
    expect(last.metadata).toHaveProperty("deletionTimestamp");
    await service.ask("PATCH", "items/held-thing", { metadata: { finalizers: null } }, mergePatch);
    await expect.poll(() => service.names("members")).not.toContain("fay");
    expect(await service.names("items")).not.toContain("held-thing");
  });

  it("wait for finalizers", async () => {
    const { transaction, teams } = models();
    await service.make("teams", "held", {}, { finalizers: ["references.example.com/hold"] });
    await transaction(async (tx) => {
      expect((await tx(teams).delete("held")).metadata).toHaveProperty("deletionTimestamp");
      expect(await tx(teams).exists("held")).toBe(true);
    });
    await transaction(async (tx) => {
      await tx(teams).patch("held", [{ op: "remove", path: "/metadata/finalizers" }]);
      expect(await tx(teams).exists("held")).toBe(false);
    });
    expect(await service.names("teams")).not.toContain("held");
  });

  it("are made by a batch, also to objects whose names it gives", async () => {
    const apiVersion = "references.example.com/v1";
    const make = (kind: string, metadata: object, spec: object, more: object = {}) => ({
      op: "create",
      object: { apiVersion, kind, metadata, spec },
      ...more,
    });
    const post = (operations: readonly object[]) =>
      exchange(service.server.url, {
        method: "POST",
        path: "/apis/-/batch",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ operations }),
      });
    const done = await post([
      make("Team", { generateName: "team-" }, { title: "$team" }, { as: "$team" }),
      make("Member", { generateName: "member-" }, { team: "$team", duties: [{ text: "$team" }] }, { as: "$member" }),
      make(
        "Member",
        { generateName: "member-" },
        { team: "$team", friends: ["$member"], duties: [{ text: "", with: "$member" }] },
      ),
    ]);
    const [team, member, friend] = (
      done.json as { results: { object: { metadata: { name: string }; spec: object } }[] }
    ).results;
    expect(team?.object.spec).toEqual({ title: "$team" });
    expect(member?.object.spec).toEqual({ team: team?.object.metadata.name, duties: [{ text: "$team" }] });
    const name = member?.object.metadata.name;
    expect(friend?.object.spec).toMatchObject({ friends: [name], duties: [{ text: "", with: name }] });
    const refused = await post([
      make("Team", { name: "white" }, {}),
      make("Member", { name: "gus" }, { team: "white", friends: ["nobody", "$unknown"] }),
      { op: "delete", apiVersion, kind: "Team", name: team?.object.metadata.name },
    ]);
    expect(refused.json).toMatchObject({
      status: 422,
      errors: [{ path: "/operations/1/object/spec/friends/1" }, { path: "/operations/2", code: "Referenced" }],
    });
    const kept = await post([
      make("Team", { name: "white" }, {}),
      { op: "delete", apiVersion, kind: "Team", name: team?.object.metadata.name },
    ]);
    expect(kept.json).toMatchObject({ status: 409, code: "Referenced", referrers: [{ count: 2 }] });
    expect(await service.names("teams")).not.toContain("white");
  });
});
