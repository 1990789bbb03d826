import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunningServer } from "@cmgen/runtime";
import { exchange, type Received } from "../server/exchange.js";
import { send } from "../server/rule.js";
import { ask, citusPrograms, startCluster, type Cluster, type ClusterNode } from "./cluster.js";
import { person, startPeopleOn } from "./cluster-people.js";

const programs = citusPrograms();

/** What a worker was sent of a service's work: its own upkeep, and Citus', is left out. */
const upkeep =
  /FROM pg_dist|recover_prepared|SELECT .* FROM \S*cmgen_indexes|SELECT .* FROM \(?\S*cmgen_(changes|revision_\d+ r LEFT)/;

describe.skipIf(programs === undefined)("a service in a schema of a Citus cluster", { timeout: 300_000 }, () => {
  let cluster: Cluster;
  let server: RunningServer;
  let owner: ClusterNode;
  let other: ClusterNode;

  beforeAll(async () => {
    cluster = await startCluster(programs ?? "", 2);
    const [first, second] = cluster.workers;
    if (first === undefined || second === undefined) throw new Error("Two workers are needed");
    [owner, other] = [first, second];
    server = await startPeopleOn(cluster, "team_a", owner);
    for (const worker of cluster.workers) await ask(worker.url, "ALTER SYSTEM SET log_statement = 'all'");
    for (const worker of cluster.workers) await ask(worker.url, "SELECT pg_reload_conf()");
  }, 300_000);
  afterAll(async () => {
    await server?.close();
    cluster?.stop();
  });

  const get = (below: string): Promise<Received> => exchange(server.url, send("GET", below));
  /** What each worker is sent while a request is answered, once connections and statements are prepared. */
  async function sent(
    request: (round: number) => Promise<Received>,
    status: number,
  ): Promise<readonly [string[], string[]]> {
    for (let round = 0; round < 8; round += 1) expect((await request(round)).status).toBe(status);
    for (const worker of cluster.workers) worker.statements();
    expect((await request(8)).status).toBe(status);
    const of = (worker: ClusterNode): string[] => worker.statements().filter((line) => !upkeep.test(line));
    return [of(owner), of(other)];
  }

  it("sends a create to the node that has it, in seven messages", async () => {
    const create = (round: number): Promise<Received> =>
      exchange(server.url, send("POST", "", person(`created-${round}`)));
    const [owners, others] = await sent(create, 201);
    expect(others).toEqual([]);
    expect(owners.length, owners.join("\n")).toBeLessThanOrEqual(7);
  });

  it("sends a replace and a removal to that node only", async () => {
    await exchange(server.url, send("POST", "", person("replaced")));
    const replace = (round: number): Promise<Received> =>
      exchange(
        server.url,
        send("PUT", "/replaced", {
          ...person("replaced"),
          spec: { name: "replaced", age: 31 + round, tags: ["b"] },
        }),
      );
    const [owners, others] = await sent(replace, 200);
    expect(others).toEqual([]);
    expect(owners.length, owners.join("\n")).toBeLessThanOrEqual(11);
    const [, elsewhere] = await sent((round) => exchange(server.url, send("DELETE", `/created-${round}`)), 200);
    expect(elsewhere).toEqual([]);
  });

  it("reads an object by one message, and a page with its total by two", async () => {
    const [read] = await sent(() => get("/replaced"), 200);
    expect(read).toHaveLength(1);
    const [page] = await sent(() => get("?size=20"), 200);
    expect(page.length, page.join("\n")).toBeLessThanOrEqual(2);
    const [sorted] = await sent(() => get("?size=20&sort=spec.age&fieldSelector=spec.age>=3"), 200);
    expect(sorted.length, sorted.join("\n")).toBeLessThanOrEqual(2);
  });
});
