import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { createResourceRouter, type Service } from "@cmgen/runtime/codegen";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { examineDatabase } from "../../packages/cli/src/doctor/examine-database.js";
import type { Finding } from "../../packages/cli/src/doctor/finding.js";
import { createDatabase } from "../postgres/create-database.js";
import { databases } from "../server/people-server.js";
import type { ReferencesPlugin } from "./build-plugin.js";
import { mergePatch, startReferences, temporaryPlugin, type ReferencesServer } from "./references-server.js";

let built: ReferencesPlugin & { dispose(): void };

beforeAll(async () => {
  built = await temporaryPlugin();
});
afterAll(() => built.dispose());

describe.each(databases)("references on %s", (database) => {
  let service: ReferencesServer;
  const ask: ReferencesServer["ask"] = (...given) => service.ask(...given);
  const make: ReferencesServer["make"] = (...given) => service.make(...given);
  const specOf = async (path: string): Promise<unknown> => ((await ask("GET", path)).json as { spec: unknown }).spec;

  beforeAll(async () => {
    service = await startReferences(built, database);
  });
  afterAll(() => service.server.close());

  it("are refused with every pointer where the object does not exist", async () => {
    await make("teams", "red");
    const spec = { team: "blue", friends: ["ghost", "spirit"], duties: [{ text: "a" }, { text: "b", with: "ghost" }] };
    const refused = await ask("POST", "members", { metadata: { name: "ann" }, spec });
    expect(refused.status).toBe(422);
    expect(refused.json).toMatchObject({
      code: "Invalid",
      errors: [
        { path: "/spec/team", code: "reference", message: 'refers to the team "blue", which does not exist' },
        { path: "/spec/friends/0", code: "reference", message: 'refers to the member "ghost", which does not exist' },
        { path: "/spec/friends/1", code: "reference" },
        { path: "/spec/duties/1/with", code: "reference" },
      ],
    });
    expect((await ask("GET", "members/ann")).status).toBe(404);
  });

  it.each(["", "Not A Name", "a\u0000b"])("are refused where %j is not a name", async (team) => {
    const refused = await ask("POST", "members", { metadata: { name: "odd" }, spec: { team } });
    expect(refused.json).toMatchObject({ status: 422, errors: [{ path: "/spec/team", code: "reference" }] });
  });

  it("are to objects that exist, to the object itself, and unchecked where the declaration says so", async () => {
    await make("teams", "green");
    await make("members", "bea", { team: "green", boss: "bea", formerTeam: "never-was" });
    expect(await specOf("members/bea")).toEqual({ team: "green", boss: "bea", formerTeam: "never-was" });
    const { json } = await ask("GET", "members?fieldSelector=spec.boss=bea&fieldSelector=spec.formerTeam=never-was");
    expect(json).toMatchObject({ total: 1 });
  });

  it.each([
    ["PUT", "members/cid", { metadata: { name: "cid" }, spec: { team: "nowhere" } }, undefined, "/spec/team"],
    ["PATCH", "members/cid", { spec: { team: "nowhere" } }, mergePatch, "/spec/team"],
    [
      "PATCH",
      "members/cid",
      [{ op: "add", path: "/spec/friends", value: ["nobody"] }],
      "application/json-patch+json",
      "/spec/friends/0",
    ],
    ["PATCH", "members/cid/status", { status: { mentor: "nobody" } }, mergePatch, "/status/mentor"],
  ])("are checked on %s %s", async (method, path, body, type, pointer) => {
    await ask("POST", "members", { metadata: { name: "cid" }, spec: {} });
    const refused = await ask(method, path, body, type);
    expect(refused.json).toMatchObject({ status: 422, errors: [{ path: pointer, code: "reference" }] });
  });

  it("are checked where the plugin writes", async () => {
    const members = service.server.service.resource(built.model("members"));
    await expect(members.create({ metadata: { name: "dan" }, spec: { team: "nowhere" } })).rejects.toMatchObject({
      code: "Invalid",
    });
  });

  it("are not checked again by writes that leave them alone", async () => {
    await make("teams", "old", {}, { finalizers: ["references.example.com/hold"] });
    await ask("DELETE", "teams/old");
    const refused = await ask("POST", "members", { metadata: { name: "eve" }, spec: { team: "old" } });
    expect(refused.json).toMatchObject({
      errors: [{ path: "/spec/team", message: 'refers to the team "old", which is being deleted' }],
    });
    await ask("PATCH", "teams/old", { metadata: { finalizers: null } }, mergePatch);
    expect((await ask("GET", "teams/old")).status).toBe(404);
  });

  it("keep an object from being deleted, and say which they are", async () => {
    await make("teams", "busy");
    const names = Array.from({ length: 12 }, (_, at) => `busy-${String(at).padStart(2, "0")}`);
    await Promise.all(names.map((name) => make("members", name, { team: "busy" })));
    const refused = await ask("DELETE", "teams/busy");
    expect(refused.status).toBe(409);
    expect(refused.json).toMatchObject({
      code: "Referenced",
      referrers: [
        {
          apiVersion: "references.example.com/v1",
          kind: "Member",
          field: "spec.team",
          names: names.slice(0, 10),
          count: 12,
        },
      ],
    });
    // A write that does not touch the reference goes on.
    expect((await ask("PATCH", "members/busy-00", { spec: { note: "here" } }, mergePatch)).status).toBe(200);
    await Promise.all(
      names.slice(1).map((name) => ask("PATCH", `members/${name}`, { spec: { team: null } }, mergePatch)),
    );
    expect((await ask("DELETE", "teams/busy")).json).toMatchObject({ referrers: [{ names: ["busy-00"], count: 1 }] });
    expect((await ask("DELETE", "members/busy-00")).status).toBe(200);
    expect((await ask("DELETE", "teams/busy")).status).toBe(200);
  });

  it("keep an object with finalizers from being declared as deleted", async () => {
    await make("teams", "held", {}, { finalizers: ["references.example.com/hold"] });
    await make("members", "fay", { team: "held" });
    expect((await ask("DELETE", "teams/held")).json).toMatchObject({ status: 409, code: "Referenced" });
    expect((await ask("GET", "teams/held")).json).not.toHaveProperty("metadata.deletionTimestamp");
  });

  it("are cleared wherever they stand when the object is deleted", async () => {
    for (const name of ["gus", "hal"]) await make("members", name);
    await make("members", "ida", {
      boss: "gus",
      friends: ["hal", "gus"],
      duties: [
        { text: "a", with: "gus" },
        { text: "b", with: "hal" },
      ],
    });
    const { json } = await ask("DELETE", "members/gus");
    expect(json).not.toHaveProperty("metadata.deletionTimestamp");
    expect((await ask("GET", "members/gus")).status).toBe(404);
    expect(await specOf("members/ida")).toEqual({
      friends: ["hal"],
      duties: [{ text: "a" }, { text: "b", with: "hal" }],
    });
  });

  it("cascade through everything that refers, by many and from far", { timeout: 30_000 }, async () => {
    await make("members", "jon");
    const names = Array.from({ length: 130 }, (_, at) => `of-jon-${at}`);
    await Promise.all(names.map((name) => make("items", name, { owner: "jon" })));
    await make("items", "part", { partOf: ["of-jon-0", "of-jon-1"] });
    await make("items", "part-of-part", { partOf: ["part"] });
    await make("items", "apart");
    expect((await ask("DELETE", "members/jon")).status).toBe(200);
    await expect.poll(async () => (await ask("GET", "members/jon")).status, { timeout: 20_000 }).toBe(404);
    expect(await service.names("items")).toEqual(["apart"]);
  });

  it("cascade in circles", { timeout: 30_000 }, async () => {
    for (const name of ["one", "two", "three", "alone"]) await make("items", name);
    await ask("PATCH", "items/alone", { spec: { partOf: ["alone"] } }, mergePatch);
    await ask("PATCH", "items/one", { spec: { partOf: ["two"] } }, mergePatch);
    await ask("PATCH", "items/two", { spec: { partOf: ["three", "two"] } }, mergePatch);
    await ask("PATCH", "items/three", { spec: { partOf: ["one"] } }, mergePatch);
    await make("items", "tail", { partOf: ["one"] });
    expect((await ask("DELETE", "items/alone")).status).toBe(200);
    expect((await ask("DELETE", "items/one")).status).toBe(200);
    await expect
      .poll(async () => (await service.names("items")).filter((name) => name !== "apart"), { timeout: 20_000 })
      .toEqual([]);
  });

  it("are followed with a page, each model by the names that the page refers to", async () => {
    await make("teams", "near");
    await make("members", "lea", { team: "near" });
    await make("members", "leo", { team: "near", boss: "lea", friends: ["lea", "leo"], formerTeam: "never-was" });
    const query = "fieldSelector=spec.team=near&sort=metadata.name&limit=10";
    const includes = ["spec.team", "spec.friends", "spec.formerTeam"].map((name) => `&include=${name}`).join("");
    const { json } = await ask("GET", `members?${query}${includes}`);
    expect(json).toMatchObject({
      items: [{ metadata: { name: "lea" } }, { metadata: { name: "leo" } }],
      included: {
        "spec.team": { near: { kind: "Team", metadata: { name: "near" } } },
        "spec.friends": { lea: { kind: "Member", spec: { team: "near" } }, leo: { spec: { boss: "lea" } } },
        "spec.formerTeam": {},
      },
    });
    expect(Object.keys((json as { included: object }).included)).toHaveLength(3);
  });

  it.each([
    ["members?include=spec.team", "needsSize"],
    ["members?size=5&include=spec.note", "unknownReference"],
    ["teams?size=5&include=spec.team", "unknownReference"],
    ["members?watch=true&include=spec.team", "unknownParameter"],
  ])("are not followed by %s", async (path, code) => {
    expect((await ask("GET", path)).json).toMatchObject({ status: 400, errors: [{ path: "include", code }] });
  });

  it("are named where others are asked for, with how several and counts are written", async () => {
    const message = async (include: string): Promise<unknown> =>
      ((await ask("GET", `members?size=5&include=${include}`)).json as { errors: [{ message: string }] }).errors[0]
        .message;
    expect(await message("spec.teem")).toMatch(/^"spec.teem" is not a reference: there are spec\.[\w., ]+$/);
    expect(await message("spec.team,spec.boss")).toMatch(/several are given one by one: include=a&include=b$/);
    expect(await message("counts(members.spec.team)")).toMatch(/a count is written count\(<resource>.<reference>\)$/);
  });

  it("keep a collection from being deleted, or are deleted before what they refer to", async () => {
    await make("teams", "aa-first", {}, { labels: { "references.example.com/some": "yes" } });
    await make("teams", "zz-last", {}, { labels: { "references.example.com/some": "yes" } });
    await make("members", "mia", { team: "zz-last" });
    const some = "teams?labelSelector=references.example.com/some=yes";
    expect((await ask("DELETE", some)).json).toMatchObject({ status: 409, code: "Referenced" });
    expect((await ask("GET", some)).json).toMatchObject({ total: 2 });
    await ask("PATCH", "members/mia/status", { status: { mentor: "mia" } }, mergePatch);
    await make("members", "mib");
    await ask("PATCH", "members/mib/status", { status: { mentor: "mia" } }, mergePatch);
    // mia comes first by its name, and is mib's mentor.
    const both = await ask("DELETE", "members?fieldSelector=metadata.name=(mia,mib)");
    expect(both.json).toMatchObject({ total: 2 });
    await expect.poll(async () => (await ask("GET", "members/mia")).status).toBe(404);
    expect((await ask("DELETE", some)).json).toMatchObject({ total: 2 });
  });

  it("wait for what refers and is held by its own finalizers", async () => {
    await make("members", "kim");
    await make("items", "held-item", { owner: "kim" }, { finalizers: ["references.example.com/hold"] });
    await ask("DELETE", "members/kim");
    await expect
      .poll(async () => (await ask("GET", "items/held-item")).json)
      .toHaveProperty("metadata.deletionTimestamp");
    await delay(400);
    expect((await ask("GET", "members/kim")).json).toHaveProperty("metadata.finalizers", ["cmgen.dev/references"]);
    // Nobody takes an object away from under its referrers.
    const refused = await ask("PATCH", "members/kim", { metadata: { finalizers: null } }, mergePatch);
    expect(refused.json).toMatchObject({ status: 409, code: "Referenced" });
    await ask("PATCH", "items/held-item", { metadata: { finalizers: null } }, mergePatch);
    await expect.poll(async () => (await ask("GET", "members/kim")).status).toBe(404);
  });
});

describe.each(databases)("references of an earlier release on %s", (database) => {
  it("that lead nowhere, because they were not checked then, are found by doctor", async () => {
    const folder = mkdtempSync(join(tmpdir(), "cmgen-references-"));
    const databaseUrl = database === "sqlite" ? `file:${join(folder, "data.db")}` : await createDatabase();
    const resources = built.plugin.resources.map(({ model }) => {
      const references = (model.references ?? []).map((reference) => ({ ...reference, onDelete: "none" as const }));
      const unchecked = { ...model, references };
      return { model: unchecked, createRouter: (service: Service) => createResourceRouter(service, unchecked) };
    });
    const plugin = { ...built.plugin, resources };
    const service = await startReferences({ ...built, plugin }, database, { databaseUrl });
    await service.make("teams", "red");
    await service.make("members", "ann", { team: "red", friends: ["ann"], formerTeam: "never-was" });
    await service.make("members", "bob", { team: "blue", friends: ["cid", "ann", "dan"] });
    await service.server.close();
    const findings: Finding[] = [];
    const models = built.plugin.resources.map(({ model }) => model);
    await examineDatabase(databaseUrl, models, (finding) => findings.push(finding));
    expect(findings.map(({ code, object, index, message }) => [code, object, index, message])).toEqual([
      ["reference", "bob", "spec.team", 'It refers to the team "blue", which does not exist.'],
      ["reference", "bob", "spec.friends", 'It refers to the member "cid", which does not exist.'],
      ["reference", "bob", "spec.friends", 'It refers to the member "dan", which does not exist.'],
    ]);
    rmSync(folder, { recursive: true });
  });
});

describe("references and who may read what", () => {
  it("are followed only by those who may list the model referred to", async () => {
    const asked: string[] = [];
    const service = await startReferences(built, "sqlite", {
      authorizer: ({ verb, resource }) => {
        asked.push(`${verb} ${resource}`);
        return verb === "list" && resource === "teams" ? { decision: "forbidden" } : { decision: "allow" };
      },
    });
    await service.make("teams", "secret");
    await service.make("members", "ann", { team: "secret" });
    expect((await service.ask("GET", "members?size=1&include=spec.team")).status).toBe(403);
    expect((await service.ask("GET", "members?size=1&include=spec.boss")).status).toBe(200);
    expect(asked.slice(-4)).toEqual(["list members", "list teams", "list members", "list members"]);
    await service.server.close();
  });

  it("are counted only for those who may list the objects that refer", async () => {
    const service = await startReferences(built, "sqlite", {
      authorizer: ({ verb, resource }) => ({
        decision: verb === "list" && resource === "items" ? "forbidden" : "allow",
      }),
    });
    await service.make("members", "ann");
    expect((await service.ask("GET", "members?size=1&include=count(items.spec.owner)")).status).toBe(403);
    expect((await service.ask("GET", "members?size=1&include=count(members.spec.boss)")).json).toMatchObject({
      counts: { "members.spec.boss": { ann: 0 } },
    });
    await service.server.close();
  });
});

describe("manifests that refer to each other", () => {
  const manifest = (kind: string, name: string, spec: string): string =>
    `apiVersion: references.example.com/v1\nkind: ${kind}\nmetadata: { name: ${name} }\nspec: ${spec}\n`;
  const startWith = async (files: Readonly<Record<string, string>>): Promise<ReferencesServer> => {
    const folder = mkdtempSync(join(tmpdir(), "cmgen-manifests-"));
    mkdirSync(join(folder, "extensions"));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, "extensions", name), text);
    const plugin = { ...built.plugin, root: pathToFileURL(`${folder}/`), manifests: true };
    const service = await startReferences({ ...built, plugin }, "sqlite", { root: built.plugin.root });
    rmSync(folder, { recursive: true });
    return service;
  };

  it("are created whatever their order, in circles too", async () => {
    const service = await startWith({
      "a.yaml": manifest("Item", "a", "{ owner: b, partOf: [c] }"),
      "b.yaml": manifest("Member", "b", "{ team: z, boss: d }"),
      "c.yaml": manifest("Item", "c", "{ partOf: [a] }"),
      "d.yaml": manifest("Member", "d", "{ boss: b }"),
      "z.yaml": manifest("Team", "z", "{}"),
    });
    expect(service.server.unready()).toEqual([]);
    expect(await service.names("items")).toEqual(["a", "c"]);
    expect(await service.names("members")).toEqual(["b", "d"]);
    await service.server.close();
  });

  it("are not created where one refers to what none brings", async () => {
    const service = await startWith({
      "a.yaml": manifest("Member", "a", "{ boss: b }"),
      "b.yaml": manifest("Member", "b", "{ boss: a, team: nowhere }"),
    });
    expect(service.server.unready()).not.toEqual([]);
    await service.server.close();
  });
});
