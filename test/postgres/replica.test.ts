import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { type RunningServer, type ServerOptions, silentLog, startServer } from "@cmgen/runtime";
import { plugin } from "../../examples/people/src/generated/plugin.js";
import { exchange } from "../server/exchange.js";
import { collection, send } from "../server/rule.js";
import { postgresVersions, ReplicatedServer, urlOf } from "./replicated-server.js";
import { startSilencedProxy } from "./silenced-proxy.js";

const script = fileURLToPath(new URL("reconcile-process.mjs", import.meta.url));

const undo: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const each of undo.splice(0).toReversed()) await each();
});

async function startPair(
  programs: string,
  ...settings: readonly string[]
): Promise<readonly [primary: ReplicatedServer, replica: ReplicatedServer]> {
  const primary = await ReplicatedServer.startPrimary(programs);
  undo.push(() => primary.remove());
  const replica = await ReplicatedServer.startStandby(primary, ...settings);
  undo.push(() => replica.remove());
  return [primary, replica];
}

async function serve(options: Pick<ServerOptions, "databaseUrl" | "databaseReadUrl">): Promise<RunningServer> {
  const tested = { ...plugin, manifests: false, controllers: [], schedules: [] };
  const server = await startServer({ plugins: [tested], root: plugin.root, port: 0, log: silentLog, ...options });
  undo.push(() => server.close());
  await server.started;
  return server;
}

async function create({ url }: RunningServer, name: string): Promise<void> {
  const { status } = await exchange(url, send("POST", "", { metadata: { name }, spec: { name, age: 30 } }));
  expect(status).toBe(201);
}

type Reached = Pick<RunningServer, "url">;

/** Starts a service in a process of its own, which has the URL of the replica in its environment. */
async function startProcess(primary: ReplicatedServer, replica: ReplicatedServer): Promise<Reached> {
  const env = { ...process.env, CMGEN_DATABASE_READ_URL: replica.url };
  const child = spawn(process.execPath, [script, primary.url], { env, stdio: ["ignore", "pipe", "inherit"] });
  undo.push(async () => {
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const [what, url = ""] = line.split(" ");
    if (what === "listening") return { url };
  }
  throw new Error("The service did not start");
}

interface List {
  readonly total: number;
  readonly metadata: { readonly resourceVersion: string };
  readonly items: readonly { readonly metadata: { readonly name: string } }[];
}

async function list({ url }: Reached, query = "?size=1"): Promise<List> {
  const { status, json } = await exchange(url, send("GET", query));
  expect(status).toBe(200);
  return json as List;
}

async function count({ url }: RunningServer): Promise<number> {
  const { status, json } = await exchange(url, send("GET", "?aggregate=count"));
  expect(status).toBe(200);
  return (json as { groups: { count: number }[] }).groups[0]?.count ?? 0;
}

/** When a server last began to read a list. */
async function lastRead(server: ReplicatedServer): Promise<string | undefined> {
  const text = `SELECT max(query_start)::text AS at FROM pg_stat_activity WHERE application_name = 'cmgen' AND datname = 'people'`;
  return (await server.query<{ at: string }>(text))[0]?.at;
}

/** Waits until a list is read from a server. */
async function expectReadFrom(server: Reached, replica: ReplicatedServer): Promise<void> {
  await expect
    .poll(async () => {
      const before = await lastRead(replica);
      await list(server);
      return (await lastRead(replica)) !== before;
    })
    .toBe(true);
}

async function metric({ url }: RunningServer, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name} (.*)$`, "m").exec(text)?.[1]);
}

async function isReady({ url }: RunningServer): Promise<boolean> {
  return (await fetch(`${url}/readyz`)).status === 200;
}

it.each([
  [":memory:", "postgresql://db2/people"],
  ["postgresql://db1/people", "file:copy.db"],
])("a replica of %s cannot be %s", async (databaseUrl, databaseReadUrl) => {
  await expect(serve({ databaseUrl, databaseReadUrl })).rejects.toThrow("must both be postgresql://");
});

describe.each(postgresVersions())("a service that reads lists from a replica of %s", (_version, programs) => {
  it.each([0, 300])(
    "shows callers their own writes although the replica is %i ms behind",
    { timeout: 120_000 },
    async (late) => {
      const [primary, replica] = await startPair(programs, `recovery_min_apply_delay = ${late}`);
      const server = await serve({ databaseUrl: primary.url, databaseReadUrl: replica.url });
      await create(server, "first");
      await expectReadFrom(server, replica);
      let reads = 0;
      for (let number = 1; number <= 30; number += 1) {
        const name = `p${number}`;
        const before = await lastRead(replica);
        await create(server, name);
        expect((await list(server)).total).toBe(number + 1);
        expect((await list(server, `?size=5&fieldSelector=spec.name=${name}`)).items).toHaveLength(1);
        expect((await list(server, "?limit=1")).items[0]?.metadata.name).toBe(name);
        expect(await count(server)).toBe(number + 1);
        if ((await lastRead(replica)) !== before) reads += 1;
        // Sometimes the replica has time, and sometimes not.
        await delay((number % 4) * 100);
      }
      expect(reads).toBeGreaterThan(5);
      await expectReadFrom(server, replica);
    },
  );

  it(
    "reads from the primary while the replica is paused, and says how far it is behind",
    { timeout: 60_000 },
    async () => {
      const [primary, replica] = await startPair(programs);
      const server = await serve({
        databaseUrl: primary.url,
        databaseReadUrl: `${replica.url}?target_session_attrs=standby`,
      });
      await create(server, "first");
      await expectReadFrom(server, replica);
      await expect.poll(() => metric(server, "cmgen_database_replica_lag_seconds")).toBe(0);

      await replica.query("SELECT pg_wal_replay_pause()");
      for (let number = 1; number <= 5; number += 1) {
        await create(server, `p${number}`);
        expect((await list(server)).total).toBe(number + 1);
      }
      expect(await metric(server, "cmgen_database_replica_lag_revisions")).toBe(5);
      await expect.poll(() => metric(server, "cmgen_database_replica_lag_seconds")).toBeGreaterThan(2);
      expect(await isReady(server)).toBe(true);

      await replica.query("SELECT pg_wal_replay_resume()");
      await expectReadFrom(server, replica);
      await expect.poll(() => metric(server, "cmgen_database_replica_lag_seconds")).toBe(0);
      expect(await metric(server, "cmgen_database_replica_lag_revisions")).toBe(0);
    },
  );

  it("waits until the replica has what was changed without a revision", { timeout: 60_000 }, async () => {
    const [primary, replica] = await startPair(programs);
    const server = await serve({ databaseUrl: primary.url, databaseReadUrl: replica.url });
    await create(server, "first");
    await expectReadFrom(server, replica);
    await replica.query("SELECT pg_wal_replay_pause()");
    // As an index build does.
    await primary.query("UPDATE people_example_com_people SET x_spec_age = 99");
    server.service.store.renewReplica();
    const until = performance.now() + 3000;
    while (performance.now() < until) {
      expect((await list(server, "?size=1&fieldSelector=spec.age=99")).total).toBe(1);
      await delay(50);
    }
    await replica.query("SELECT pg_wal_replay_resume()");
    await expectReadFrom(server, replica);
    expect((await list(server, "?size=1&fieldSelector=spec.age=99")).total).toBe(1);
  });

  const LISTS = 60;
  it("does without a replica that is gone or silent, and uses it when it is back", { timeout: 240_000 }, async () => {
    const [primary, replica] = await startPair(programs);
    const network = await startSilencedProxy(replica.url);
    undo.push(() => network.close());
    const server = await serve({ databaseUrl: primary.url, databaseReadUrl: network.url });
    await create(server, "first");
    await expectReadFrom(server, replica);

    await replica.kill();
    for (let number = 0; number < 50; number += 1) {
      expect((await list(server)).total).toBe(1);
      await delay(20);
    }
    expect(await isReady(server)).toBe(true);
    await replica.start();
    await expectReadFrom(server, replica);

    network.silence();
    // Where nothing ends its wait, it is not answered, or with 503.
    expect((await list(server)).total).toBe(1);
    // It is known by now. If each list found it out, it would take a second, for which a connection is waited for.
    const begun = performance.now();
    for (let number = 0; number < LISTS; number += 1) expect((await list(server)).total).toBe(1);
    expect(performance.now() - begun).toBeLessThan(LISTS * 500);
    network.reset();
    await expectReadFrom(server, replica);

    // A process starts without it, too.
    await replica.kill();
    const other = await serve({ databaseUrl: primary.url, databaseReadUrl: replica.url });
    expect((await list(other)).total).toBe(1);
  });

  it("shows what its watches have shown, whoever wrote it", { timeout: 60_000 }, async () => {
    const [primary, replica] = await startPair(programs, "recovery_min_apply_delay = 300");
    const writer = await serve({ databaseUrl: primary.url, databaseReadUrl: replica.url });
    const reader = await startProcess(primary, replica);
    const leave = new AbortController();
    undo.push(() => leave.abort());
    const watched = await fetch(`${reader.url}${collection}?watch=true`, { signal: leave.signal });
    const events = watched.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (let number = 0; number < 20; number += 1) {
      await expectReadFrom(reader, replica);
      await create(writer, `p${number}`);
      while (!text.includes(`"p${number}"`)) text += (await events?.read())?.value ?? "";
      expect((await list(reader)).total).toBe(number + 1);
    }
  });

  it("never goes back, whichever of two services writes", { timeout: 120_000 }, async () => {
    const [primary, replica] = await startPair(programs, "recovery_min_apply_delay = 50");
    const options = { databaseUrl: primary.url, databaseReadUrl: replica.url };
    const servers = [await serve(options), await serve(options)] as const;
    const shown = [0, 0];
    let written = 0;
    const stop = new AbortController();
    const reading = Promise.all(
      servers.map(async (server, place) => {
        while (!stop.signal.aborted) {
          const before = place === 0 ? written : 0;
          const { total, metadata } = await list(server, place === 0 ? "?size=1" : "?size=1&fieldSelector=spec.age>=0");
          expect(total).toBeGreaterThanOrEqual(Math.max(before, shown[place] ?? 0));
          shown[place] = total;
          // A list's token is one of the primary's past.
          const watched = await fetch(
            `${server.url}${collection}?watch=true&resourceVersion=${metadata.resourceVersion}`,
            { signal: AbortSignal.timeout(20_000) },
          );
          expect(watched.status).toBe(200);
          await watched.body?.cancel();
          await delay(5);
        }
      }),
    );
    const writing = (async () => {
      for (let number = 0; number < 100; number += 1) {
        await create(servers[0], `p${number}`);
        written += 1;
        await delay(number % 10 === 0 ? 200 : 5);
      }
      for (const server of servers) await expect.poll(async () => (await list(server)).total).toBe(100);
    })().finally(() => stop.abort());
    await Promise.all([writing, reading]);
    for (const server of servers) await expectReadFrom(server, replica);
  });

  it("follows a new primary with all servers in both URLs", { timeout: 120_000 }, async () => {
    const [primary, replica] = await startPair(programs);
    const both = urlOf(primary, replica);
    const server = await serve({ databaseUrl: both, databaseReadUrl: `${both}?target_session_attrs=prefer-standby` });
    await create(server, "first");
    await expectReadFrom(server, replica);
    await primary.kill();
    await replica.promote();
    await expect.poll(async () => (await exchange(server.url, send("GET", "?size=1"))).status).toBe(200);
    await create(server, "second");
    expect((await list(server)).total).toBe(2);
    await expectReadFrom(server, replica);
  });
});
