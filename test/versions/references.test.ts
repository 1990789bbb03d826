import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { silentLog, startServer, type RunningServer } from "@cmgen/runtime";
import type { Plugin } from "@cmgen/runtime/codegen";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "../postgres/create-database.js";
import { exchange } from "../server/exchange.js";
import { generatedReleases } from "./generated-releases.js";
import { before, after } from "./teams-releases.js";
import { databases } from "../tier.js";

const releases = generatedReleases();
let first: Plugin;
let second: Plugin;
beforeAll(async () => {
  first = await releases.release(before);
  second = await releases.release(after);
}, 240_000);
afterAll(() => releases.dispose());

describe.each(databases)("references between kinds with versions on %s", (database) => {
  let server: RunningServer;

  const ask = async (method: string, path: string, body?: unknown): Promise<{ status: number; json: unknown }> => {
    const { status, json } = await exchange(server.url, {
      method,
      path: `/apis/teams.example.com/${path}`,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
    return { status, json };
  };
  const make = async (path: string, name: string, spec: unknown): Promise<void> => {
    const { status, json } = await ask("POST", path, { metadata: { name }, spec });
    expect(status, JSON.stringify(json)).toBe(201);
  };
  const isGone = async (path: string): Promise<void> => {
    for (let left = 200; (await ask("GET", path)).status !== 404; left--) {
      if (left === 0) throw new Error(`${path} is still there`);
      await delay(50);
    }
  };
  const start = async (plugin: Plugin, databaseUrl: string): Promise<void> => {
    server = await startServer({ plugins: [plugin], root: plugin.root, port: 0, databaseUrl, log: silentLog });
    await server.started;
    expect(server.unready()).toEqual([]);
  };

  beforeAll(async () => {
    const url = database === "sqlite" ? `file:${join(releases.folder, "..", "teams.db")}` : await createDatabase();
    await start(first, url);
    await make("v1/teams", "red", { title: "Red" });
    await make("v1/members", "ann", { team: "red" });
    await make("v1/members", "bob", { team: "red", boss: "ann", friends: ["ann"] });
    await make("v1/members", "cid", { friends: ["ann", "bob"] });
    await server.close();
    await start(second, url);
  }, 120_000);
  afterAll(() => server.close());

  it("are followed in the version that is asked for, to the version that they name", async () => {
    expect((await ask("GET", "v1/members?size=9&sort=metadata.name&include=spec.team")).json).toMatchObject({
      items: [{ spec: { team: "red" } }, { spec: { team: "red" } }, {}],
      included: { "spec.team": { red: { apiVersion: "teams.example.com/v1", spec: { title: "Red" } } } },
    });
    expect((await ask("GET", "v2/members?size=9&sort=metadata.name&include=spec.squad")).json).toMatchObject({
      items: [{ spec: { squad: "red" } }, { spec: { squad: "red" } }, {}],
      included: { "spec.squad": { red: { apiVersion: "teams.example.com/v2", spec: { heading: "Red" } } } },
    });
    expect((await ask("GET", "v2/members?size=9&sort=metadata.name&include=spec.team")).status).toBe(400);
  });

  it.each([
    ["v1/teams", "members.spec.team", { red: 2 }],
    ["v2/teams", "members.spec.squad", { red: 2 }],
    ["v1/teams", "members(spec.boss=ann).spec.team", { red: 1 }],
    ["v2/members", "members(spec.squad=red).spec.friends", { ann: 1, bob: 0, cid: 0 }],
    ["v1/members", "members.spec.friends", { ann: 2, bob: 1, cid: 0 }],
  ])("are counted in the version that is asked for: %s, %s", async (collection, text, counts) => {
    const { json } = await ask("GET", `${collection}?size=9&include=${encodeURIComponent(`count(${text})`)}`);
    expect(json).toMatchObject({ counts: { [text]: counts } });
  });

  it("are not counted by what another version calls them", async () => {
    const { json } = await ask("GET", "v1/teams?size=9&include=count(members.spec.squad)");
    const message = "spec.squad is not a reference of members to teams; there are spec.team";
    expect(json).toMatchObject({ status: 400, errors: [{ path: "include", code: "unknownReference", message }] });
  });

  it.each([
    ["v1", { team: "no", friends: ["ann", "ghost"] }, "/spec/team"],
    ["v2", { squad: "no", friends: ["ann", "ghost"] }, "/spec/squad"],
  ])("are refused through %s with its pointers", async (version, spec, pointer) => {
    const { status, json } = await ask("POST", `${version}/members`, { metadata: { name: "dan" }, spec });
    expect(status).toBe(422);
    const { errors } = json as { errors: { path: string }[] };
    expect(errors.map(({ path }) => path).toSorted()).toEqual(["/spec/friends/1", pointer]);
    const odd = await ask("POST", `${version}/members`, { metadata: { name: "dan" }, spec: { friends: ["No Name"] } });
    expect(odd.json).toMatchObject({ status: 422, errors: [{ path: "/spec/friends/0", code: "reference" }] });
  });

  it.each(["v1", "v2"])("keep an object from being deleted through %s", async (version) => {
    const { status, json } = await ask("DELETE", `${version}/teams/red`);
    expect(status).toBe(409);
    expect(json).toMatchObject({
      referrers: [{ apiVersion: "teams.example.com/v2", kind: "Member", field: "spec.squad", names: ["ann", "bob"] }],
    });
  });

  it("cascade and are cleared in objects that are stored as another version", async () => {
    expect((await ask("DELETE", "v1/members/ann")).status).toBe(200);
    await isGone("v1/members/bob");
    await isGone("v2/members/ann");
    expect((await ask("GET", "v1/members/cid")).json).toMatchObject({ spec: { friends: [] } });
    expect((await ask("DELETE", "v1/teams/red")).status).toBe(200);
    await isGone("v2/teams/red");
  });
});
