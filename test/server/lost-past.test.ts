import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { RunningServer } from "@cmgen/runtime";
import { exchange } from "./exchange.js";
import { startPeople } from "./people-server.js";
import { collection, send } from "./rule.js";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cmgen-past-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function create({ url }: RunningServer, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const { status } = await exchange(url, send("POST", "", { metadata: { name }, spec: { name } }));
    expect(status).toBe(201);
  }
}

async function tokenOf({ url }: RunningServer): Promise<string> {
  const { json } = await exchange(url, send("GET", "?size=1"));
  return (json as { metadata: { resourceVersion: string } }).metadata.resourceVersion;
}

/** The status of a watch that begins at a token. */
async function resume({ url }: RunningServer, token: string, headers: Record<string, string> = {}): Promise<number> {
  const leave = new AbortController();
  const from = headers["last-event-id"] === undefined ? `&resourceVersion=${token}` : "";
  const { status } = await fetch(`${url}${collection}?watch=true${from}`, { headers, signal: leave.signal });
  leave.abort();
  return status;
}

it("a token of what a restored file does not have is 410, also when as much has come since", async () => {
  const file = join(folder, "people.db");
  const databaseUrl = `file:${file}`;
  let server = await startPeople("sqlite", { databaseUrl });
  await create(server, ["a", "b"]);
  const kept = await tokenOf(server);
  const source = new Database(file, { readonly: true });
  await source.backup(join(folder, "backup.db"));
  source.close();
  await create(server, ["c", "d", "e"]);
  const lost = await tokenOf(server);
  expect([await resume(server, kept), await resume(server, lost)]).toEqual([200, 200]);
  await server.close();

  for (const name of ["-wal", "-shm"]) rmSync(`${file}${name}`, { force: true });
  copyFileSync(join(folder, "backup.db"), file);
  server = await startPeople("sqlite", { databaseUrl });
  expect([await resume(server, kept), await resume(server, lost)]).toEqual([200, 410]);
  await create(server, ["f", "g", "h", "i"]);
  expect([await resume(server, kept), await resume(server, lost)]).toEqual([200, 410]);
  expect(await resume(server, lost, { "last-event-id": lost })).toBe(410);
  // A revision alone says nothing of its past.
  expect(await resume(server, lost.split(".")[0] ?? "")).toBe(410);
  await server.close();
});
