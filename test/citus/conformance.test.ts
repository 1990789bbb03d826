import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunningServer } from "@cmgen/runtime";
import { holdsAt } from "../server/rule.js";
import { rules } from "../server/rules.js";
import { citusPrograms, startCluster, type Cluster } from "./cluster.js";
import { startPeopleOn } from "./cluster-people.js";

const programs = citusPrograms();

describe.skipIf(programs === undefined)("the contract in a schema of a Citus cluster", () => {
  let cluster: Cluster;
  let server: RunningServer;

  beforeAll(async () => {
    cluster = await startCluster(programs ?? "", 1);
    const [worker] = cluster.workers;
    if (worker === undefined) throw new Error("A worker is needed");
    server = await startPeopleOn(cluster, "team_a", worker);
  }, 300_000);
  afterAll(async () => {
    await server?.close();
    cluster?.stop();
  });

  describe.each(Object.entries(rules))("%s", (_, rows) => {
    it.each(rows.map((row) => [row.rule, row] as const))("%s", async (_rule, row) => {
      await expect(holdsAt(server.url, row)).resolves.toBeUndefined();
    });
  });
});
