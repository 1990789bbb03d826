import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { silentLog } from "@cmgen/runtime";
import { repositoryRoot } from "../boundaries/repository.js";
import { peopleFolder } from "../people/people-service.js";
import { startPeople } from "../server/people-server.js";
import { citusPrograms, startCluster, type Cluster } from "./cluster.js";

const programs = citusPrograms();
const run = promisify(execFile);

describe.skipIf(programs === undefined)("a start on a Citus cluster", { timeout: 300_000 }, () => {
  let cluster: Cluster;
  const databaseUrl = (): string => `${cluster.coordinator.url}?schema=team_a`;

  beforeAll(async () => {
    cluster = await startCluster(programs ?? "", 1);
  }, 300_000);
  afterAll(() => cluster?.stop());

  /** Starts a service and ends it; returns its warnings. */
  async function warningsAt(url: string): Promise<readonly string[]> {
    const warnings: string[] = [];
    const log = { ...silentLog, warn: (_: object, message: string) => void warnings.push(message) };
    await (await startPeople("postgresql", { databaseUrl: url, log })).close();
    return warnings;
  }

  async function doctor(): Promise<string> {
    const cmgen = join(repositoryRoot, "packages", "cli", "bin", "cmgen.js");
    const args = [cmgen, "doctor", "--no-drift", "--database-url", databaseUrl()];
    return (await run(process.execPath, args, { cwd: peopleFolder })).stdout;
  }

  it("warns, as the doctor does, while the schema is only on the coordinator, and says how to move it", async () => {
    const call = "SELECT citus_schema_distribute('team_a')";
    expect(await warningsAt(databaseUrl())).toEqual([expect.stringContaining(call)]);
    expect(await doctor()).toContain(call);
    const [worker] = cluster.workers;
    if (worker === undefined) throw new Error("A worker is needed");
    await cluster.distribute("team_a", worker);
    expect(await warningsAt(databaseUrl())).toEqual([]);
    expect(await doctor()).not.toContain("citus");
  });

  it("is refused on a worker", async () => {
    const url = `${cluster.workers[0]?.url}?schema=team_a`;
    await expect(startPeople("postgresql", { databaseUrl: url })).rejects.toThrow(/name the coordinator/);
  });
});
