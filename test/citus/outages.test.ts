import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RunningServer } from "@cmgen/runtime";
import { exchange } from "../server/exchange.js";
import { send } from "../server/rule.js";
import { ask, citusPrograms, startCluster, type Cluster, type ClusterNode } from "./cluster.js";
import { SteadyWriter, startPeopleOn } from "./cluster-people.js";

const programs = citusPrograms();

/** How often a worker is killed; `npm run soak -- citus` asks for twenty. */
const RESTARTS = Number(process.env["CMGEN_CITUS_RESTARTS"] ?? 3);

describe.skipIf(programs === undefined)("two services in schemas on two workers", { timeout: 1_200_000 }, () => {
  let cluster: Cluster;
  let workers: readonly [ClusterNode, ClusterNode];
  let servers: readonly [RunningServer, RunningServer];
  let writers: SteadyWriter[] = [];

  beforeAll(async () => {
    cluster = await startCluster(programs ?? "", 2);
    const [first, second] = cluster.workers;
    if (first === undefined || second === undefined) throw new Error("Two workers are needed");
    workers = [first, second];
    servers = [await startPeopleOn(cluster, "team_a", first), await startPeopleOn(cluster, "team_b", second)];
  }, 300_000);
  afterAll(async () => {
    for (const server of servers ?? []) await server.close();
    cluster?.stop();
  });
  beforeEach(async () => {
    for (const [place, schema] of ["team_a", "team_b"].entries()) {
      const worker = workers[place];
      if (worker !== undefined && (await cluster.ownerOf(schema)) !== worker) await cluster.move(schema, worker);
    }
  });
  afterEach(async () => {
    await Promise.all(writers.map((writer) => writer.stop()));
    writers = [];
  });

  function write(label: string): readonly [SteadyWriter, SteadyWriter] {
    const pair = [
      new SteadyWriter(servers[0].url, `${label}-a`),
      new SteadyWriter(servers[1].url, `${label}-b`),
    ] as const;
    writers.push(...pair);
    return pair;
  }

  async function answersSoon(url: string, name: string): Promise<void> {
    const wanted = async (): Promise<number> => (await exchange(url, send("GET", `/${name}`))).status;
    await expect.poll(wanted, { timeout: 20_000 }).toBe(200);
  }

  it("are moved and rebalanced while they are written to, and no client sees an error", async () => {
    const watched: string[] = [];
    const aborting = new AbortController();
    const watching = watchNames(servers[0].url, watched, aborting.signal);
    await delay(1000);
    const pair = write("moved");
    await delay(1000);
    await cluster.move("team_a", workers[1]);
    expect(await cluster.ownerOf("team_a")).toBe(workers[1]);
    await delay(500);
    const third = await cluster.addWorker();
    await cluster.move("team_b", third);
    await ask(cluster.coordinator.url, "SELECT rebalance_table_shards()");
    await delay(500);
    await Promise.all(pair.map((writer) => writer.stop()));
    for (const writer of pair) {
      expect([...writer.answers.keys()]).toEqual([201]);
      expect(await writer.lost()).toEqual([]);
    }
    await expect
      .poll(() => watched.filter((name) => name.startsWith("moved-a")), { timeout: 10_000 })
      .toEqual(pair[0].acknowledged);
    aborting.abort();
    await watching;
  });

  it("where one worker is down, the service on the other writes on", async () => {
    const [onFirst, onSecond] = write("alone");
    await delay(1000);
    const before = onFirst.acknowledged.length;
    workers[1].kill();
    await delay(4000);
    workers[1].start();
    await delay(1000);
    await Promise.all([onFirst.stop(), onSecond.stop()]);
    expect(onFirst.acknowledged.length).toBeGreaterThan(before + 10);
    expect([...onFirst.answers.keys()]).toEqual([201]);
    expect([...onSecond.answers.keys()].toSorted()).toEqual([201, 503]);
    await answersSoon(servers[1].url, onSecond.acknowledged[0] ?? "");
    expect([await onFirst.lost(), await onSecond.lost()]).toEqual([[], []]);
  });

  it(`has every acknowledged object as soon as its worker is back, ${RESTARTS} times`, async () => {
    for (let round = 0; round < RESTARTS; round += 1) {
      const pair = write(`killed-${round}`);
      await delay(500 + Math.random() * 1000);
      workers[0].kill();
      workers[0].start();
      await answersSoon(servers[0].url, pair[0].acknowledged[0] ?? "");
      const written = pair[0].acknowledged.length;
      await expect.poll(() => pair[0].acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(written);
      await Promise.all(pair.map((writer) => writer.stop()));
      expect([await pair[0].lost(), await pair[1].lost()]).toEqual([[], []]);
      expect(pair[0].unexpected).toEqual([]);
      expect([...pair[1].answers.keys()]).toEqual([201]);
      const prepared = await Promise.all(workers.map(({ url }) => ask(url, "SELECT gid FROM pg_prepared_xacts")));
      expect(prepared.flat()).toEqual([]);
    }
  });
});

/** Collects the names of those added, until the signal is aborted. */
async function watchNames(url: string, names: string[], signal: AbortSignal): Promise<void> {
  const response = await fetch(`${url}/apis/people.example.com/v1alpha1/people?watch=true`, { signal });
  let rest = "";
  try {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (line.trim() === "") continue;
        const { type, object } = JSON.parse(line.replace(/^data: /, "")) as {
          type: string;
          object: { metadata: { name: string } };
        };
        if (type === "ADDED") names.push(object.metadata.name);
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
