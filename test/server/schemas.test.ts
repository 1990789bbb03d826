import { createHash } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunningServer } from "@cmgen/runtime";
import { examineDatabase } from "../../packages/cli/src/doctor/examine-database.js";
import { createDatabase } from "../postgres/create-database.js";
import { exchange } from "./exchange.js";
import { peoplePlugin, startPeople } from "./people-server.js";
import { collection, send } from "./rule.js";

/** Quotes, a semicolon and a comma would be found out; a dollar is what a search path makes more of. */
const hostile = `b"; SELECT 'x', $user`;

describe("services in two schemas of one database", () => {
  let url = "";
  /** Two processes' worth of the service in the first schema, and one in the second. */
  let servers: readonly RunningServer[] = [];
  let database: pg.Client;

  beforeAll(async () => {
    url = await createDatabase();
    database = new pg.Client({ connectionString: url });
    await database.connect();
    // At once: neither waits for the other, nor meets what it makes.
    servers = await Promise.all(
      ["a", "a", hostile].map((schema) => startPeople("postgresql", { databaseUrl: inSchema(schema) })),
    );
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.close()));
    await database.end();
  });

  const inSchema = (schema: string) => `${url}?schema=${encodeURIComponent(schema)}`;
  const to = (server: number, ...request: Parameters<typeof send>) =>
    exchange(servers[server]?.url ?? "", send(...request));
  const names = async (server: number) => {
    const { json } = await to(server, "GET", "?sort=metadata.name,asc");
    return (json as { items: { metadata: { name: string } }[] }).items.map(({ metadata }) => metadata.name);
  };

  it("have objects, unique values and revisions of their own", async () => {
    for (const server of [0, 2]) {
      expect((await to(server, "POST", "", { metadata: { name: "same" }, spec: { name: "Same" } })).status).toBe(201);
    }
    expect((await to(1, "POST", "", { metadata: { name: "other" }, spec: { name: "Same" } })).status).toBe(409);
    expect((await to(1, "DELETE", "/same")).status).toBe(200);
    expect(await names(0)).toEqual(["ann", "bob", "cleo"]);
    expect(await names(2)).toEqual(["ann", "bob", "cleo", "same"]);
    const { rows } = await database.query(
      "SELECT schemaname AS schema, count(*)::int AS tables FROM pg_tables WHERE schemaname IN ('public', 'a', $1) GROUP BY 1",
      [hostile],
    );
    expect(rows).toHaveLength(2);
  });

  it("hear of the changes in their schema alone", async () => {
    const heard: string[] = [];
    database.on("notification", ({ channel }) => heard.push(channel));
    const channels = ["a", hostile].map((schema) => `cmgen_changes_${createHash("md5").update(schema).digest("hex")}`);
    for (const channel of channels) await database.query(`LISTEN ${channel}`);
    const leave = new AbortController();
    const watch = await fetch(`${servers[1]?.url}${collection}?watch=true`, { signal: leave.signal });
    let events = "";
    const reading = (async () => {
      for await (const chunk of watch.body ?? []) events += Buffer.from(chunk).toString();
    })().catch(() => undefined);
    expect((await to(2, "POST", "", { metadata: { name: "there" }, spec: { name: "there" } })).status).toBe(201);
    await expect.poll(() => new Set(heard)).toEqual(new Set([channels[1]]));
    expect((await to(0, "POST", "", { metadata: { name: "here" }, spec: { name: "here" } })).status).toBe(201);
    await expect.poll(() => events).toContain('"here"');
    expect(new Set(heard)).toEqual(new Set(channels));
    expect(events).not.toContain('"there"');
    leave.abort();
    await reading;
  });

  it("each run their controllers", async () => {
    for (const server of [0, 2]) {
      const metadata = { name: "guest", annotations: { "people.example.com/welcome": "yes" } };
      expect((await to(server, "POST", "", { metadata, spec: { name: "Guest" } })).status).toBe(201);
      const greeting = async () =>
        ((await to(server, "GET", "/guest")).json as { status?: { greeting?: string } }).status?.greeting;
      await expect.poll(greeting, { timeout: 20_000 }).toBe("Welcome, Guest!");
    }
  });

  it("agree with themselves", async () => {
    const models = peoplePlugin().resources.map(({ model }) => model);
    for (const schema of ["a", hostile]) {
      const found: unknown[] = [];
      const { objects } = await examineDatabase(inSchema(schema), models, (finding) => found.push(finding));
      expect([objects > 3, found]).toEqual([true, []]);
    }
    await expect(examineDatabase(url, models, () => undefined)).rejects.toThrow(/does not exist/);
  });
});
