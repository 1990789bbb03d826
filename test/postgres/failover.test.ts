import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterEach, describe, expect, it } from "vitest";
import type { RunningServer } from "@cmgen/runtime";
import { postgresWithTools } from "../deploying/tools-server.js";
import { exchange, type Received } from "../server/exchange.js";
import { startPeople } from "../server/people-server.js";
import { collection, send } from "../server/rule.js";
import { postgresProcess, serverUser } from "./postgres-process.mjs";
import { startSilencedProxy } from "./silenced-proxy.js";

const execute = promisify(execFile);
const programs = postgresWithTools();
if (programs === undefined)
  process.stderr.write("\nSKIPPED: failover: no PostgreSQL with pg_basebackup is installed\n\n");

const undo: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const each of undo.splice(0).toReversed()) await each();
});

/** An address whose server can be exchanged, as one that moves at a failover. */
async function movingAddress(url: string): Promise<{ readonly url: string; move(to: string): void }> {
  let target = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    const end = (): void => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", end).on("close", end);
    }
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = new URL(url);
  address.port = String((server.address() as AddressInfo).port);
  undo.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    url: address.href,
    move: (to) => {
      target = new URL(to);
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function query<Row extends object>(url: string, text: string): Promise<readonly Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** A primary and a standby that follows it asynchronously. */
async function startPair(folder: string): Promise<{
  readonly primary: string;
  readonly standby: string;
  /** Waits until the standby has everything. */
  caughtUp(): Promise<void>;
  /** From now on nothing reaches the standby. */
  cut(): void;
  /** The primary dies, and the standby takes its place. */
  failOver(): Promise<void>;
}> {
  // Not in this process's turn: it forwards what the program sends.
  const run = (program: string, ...args: readonly string[]): Promise<unknown> =>
    execute(join(programs ?? "", program), args, { ...serverUser(), cwd: folder });
  const [data, copy] = [join(folder, "primary"), join(folder, "standby")];
  const first = await postgresProcess({ programs, data, settings: [] });
  await first.start();
  undo.push(() => first.stop());
  const network = await startSilencedProxy(first.url);
  undo.push(() => network.close());
  const { hostname, port } = new URL(network.url);
  await run("pg_basebackup", "-h", hostname, "-p", port, "-U", "postgres", "-D", copy, "-R", "-X", "stream");
  const second = await postgresProcess({ programs, data: copy, settings: [] });
  await second.start();
  undo.push(() => second.stop());
  const inDatabase = (url: string): string => `${url}/postgres`;
  const [primary, standby] = [inDatabase(first.url), inDatabase(second.url)];
  return {
    primary,
    standby,
    caughtUp: async () => {
      const [sent] = await query<{ at: string }>(primary, "SELECT pg_current_wal_lsn() AS at");
      const isThere = `SELECT pg_last_wal_replay_lsn() >= '${sent?.at}' AS there`;
      await expect.poll(() => query(standby, isThere)).toEqual([{ there: true }]);
    },
    cut: () => network.silence(),
    failOver: async () => {
      await run("pg_ctl", "stop", "-D", data, "-m", "immediate");
      await query(standby, "SELECT pg_promote()");
    },
  };
}

describe.skipIf(programs === undefined)("after a failover that lost the last commits", () => {
  it("nobody is told a past that is gone", { timeout: 120_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "cmgen-failover-"));
    chmodSync(folder, 0o777);
    undo.push(() => rmSync(folder, { recursive: true }));
    const pair = await startPair(folder);
    const address = await movingAddress(pair.primary);
    const server = await startPeople("postgresql", { databaseUrl: address.url });
    undo.push(() => server.close());
    const get = (below: string): Promise<Received> => exchange(server.url, send("GET", below));

    const manifests = totalOf(await get("?size=1"));
    await createAll(server, "kept", 5);
    const kept = await newest(server);
    // What these lists select is remembered.
    for (const path of ["?size=1", "?size=1&fieldSelector=spec.age>=0"]) await get(path);
    const watched = await watch(server.url, `&resourceVersion=${kept}`);
    await pair.caughtUp();
    pair.cut();
    await createAll(server, "lost", 20);
    for (const path of ["?size=1", "?size=1&fieldSelector=spec.age>=0"]) await get(path);
    const lost = await newest(server);
    await expect.poll(() => watched.names.length).toBe(20);

    await pair.failOver();
    address.move(pair.standby);
    await createAll(server, "new", 30);

    await expect.poll(() => watched.ended).toMatchObject({ type: "ERROR", object: { status: 410, code: "Expired" } });
    expect(watched.names).toEqual(numbered("lost", 20));
    for (const token of [lost, watched.tokens[0], watched.tokens.at(-1)]) {
      const { status, json } = await get(`?watch=true&resourceVersion=${token}`);
      expect([status, json]).toMatchObject([410, { code: "Expired" }]);
    }
    const resumed = await watch(server.url, `&resourceVersion=${kept}`);
    await expect.poll(() => resumed.names.length).toBe(30);
    expect(resumed.names.toSorted()).toEqual(numbered("new", 30).toSorted());
    for (const path of ["?size=1", "?size=1&fieldSelector=spec.age>=0"])
      expect((await get(path)).json).toMatchObject({ total: manifests + 35 });
  });
});

function numbered(name: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, number) => `${name}-${number}`);
}

/** Creates objects one after another, each again for as long as the database is away. */
async function createAll({ url }: RunningServer, name: string, count: number): Promise<void> {
  for (const each of numbered(name, count)) {
    const body = { metadata: { name: each }, spec: { name: each, age: 1 } };
    await expect.poll(async () => (await exchange(url, send("POST", "", body))).status).toBe(201);
  }
}

function totalOf({ json }: Received): number {
  return (json as { total: number }).total;
}

async function newest({ url }: RunningServer): Promise<string> {
  const { json } = await exchange(url, send("GET", "?size=1"));
  return (json as { metadata: { resourceVersion: string } }).metadata.resourceVersion;
}

interface Watched {
  readonly names: string[];
  readonly tokens: string[];
  /** The event that ended it. */
  ended: unknown;
}

async function watch(url: string, parameters: string): Promise<Watched> {
  const leave = new AbortController();
  undo.push(() => leave.abort());
  const response = await fetch(`${url}${collection}?watch=true${parameters}`, { signal: leave.signal });
  expect(response.status).toBe(200);
  const watched: Watched = { names: [], tokens: [], ended: undefined };
  void readEvents(response, watched).catch(() => undefined);
  return watched;
}

async function readEvents(response: Response, watched: Watched): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const event = JSON.parse(line) as {
        type: string;
        resourceVersion: string;
        object: { metadata: { name: string } };
      };
      if (event.type === "ERROR") watched.ended = event;
      if (event.type !== "ADDED") continue;
      watched.names.push(event.object.metadata.name);
      watched.tokens.push(event.resourceVersion);
    }
  }
}
