import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import type { RunningServer } from "@cmgen/runtime";
import { createDatabase } from "../../postgres/create-database.js";
import type { ReferencesPlugin } from "../../references/build-plugin.js";
import { startReferences } from "../../references/references-server.js";
import type { Database } from "../../server/people-server.js";
import { referringObjects, thingOf, type WrittenObject } from "./copied-plugin.js";
import { changeRows } from "./stored-rows.js";

export const api = "/apis/references.example.com/v1";

/** A database that nothing is in yet. */
export async function newDatabase(engine: Database, folder = tmpdir()): Promise<string> {
  return engine === "sqlite" ? `file:${join(folder, `${randomUUID()}.db`)}` : createDatabase();
}

/** Starts the service on a database. */
export async function startOn(plugin: ReferencesPlugin, databaseUrl: string): Promise<RunningServer> {
  const engine = databaseUrl.startsWith("postgres") ? "postgresql" : "sqlite";
  return (await startReferences(plugin, engine, { databaseUrl })).server;
}

export async function ask(
  server: RunningServer,
  method: string,
  path: string,
  body?: unknown,
  type = "application/json",
): Promise<{ readonly status: number; readonly json: unknown }> {
  const headers = body === undefined ? {} : { "content-type": type };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(`${server.url}${path}`, { method, headers, ...sent });
  const text = await response.text();
  return { status: response.status, json: text === "" ? undefined : JSON.parse(text) };
}

/** What a service has done: objects of all sorts, some changed, some deleted, some that wait for a finalizer. */
export async function fill(plugin: ReferencesPlugin, databaseUrl: string, count: number): Promise<void> {
  const server = await startOn(plugin, databaseUrl);
  try {
    const things = Array.from({ length: count }, (_, at) => thingOf(at));
    await createAll(server, [...things, ...referringObjects(Math.ceil(count / 4))]);
    for (let at = 0; at + 2 < count; at += Math.max(3, Math.ceil(count / 20))) await change(server, at);
    const large = thingOf(count + 1);
    const created = await ask(server, "POST", `${api}/things`, {
      ...large,
      spec: { ...large.spec, note: 'ä\n"'.repeat(240_000) },
    });
    if (created.status !== 201) throw new Error(JSON.stringify(created));
  } finally {
    await server.close();
  }
  await changeRows(
    databaseUrl,
    "INSERT INTO cmgen_schedules (name, position, state) VALUES ('nightly', 1700000000000, 'running'), ('it''s', 5, 'waiting')",
  );
  // Names of callers are those of whoever authenticates them.
  await changeRows(databaseUrl, `UPDATE cmgen_history SET actor = 'a},"object":{ \\ ''x' WHERE id = 3`);
}

async function change(server: RunningServer, at: number): Promise<void> {
  const merge = "application/merge-patch+json";
  const expected = async (method: string, path: string, body?: object): Promise<void> => {
    const { status, json } = await ask(server, method, `${api}/${path}`, body, merge);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(json)}`);
  };
  await expected("PATCH", `things/thing-${at}`, { spec: { note: "another", size: null } });
  await expected("PATCH", `things/thing-${at + 1}`, { metadata: { finalizers: ["x.example.com/wait"] } });
  await expected("DELETE", `things/thing-${at + 1}`);
  await expected("DELETE", `things/thing-${at + 2}`);
}

const AT_ONCE = 1000;

export async function createAll(server: RunningServer, objects: readonly WrittenObject[]): Promise<void> {
  for (let at = 0; at < objects.length; at += AT_ONCE) {
    const operations = objects.slice(at, at + AT_ONCE).map((object) => ({ op: "create", object }));
    const { status, json } = await ask(server, "POST", "/apis/-/batch", { operations });
    if (status !== 200) throw new Error(JSON.stringify(json).slice(0, 2000));
  }
}
