import { setTimeout as delay } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import {
  defineSchedule,
  type RunningServer,
  type Schedule,
  type ScheduleDefinition,
  silentLog,
  startServer,
} from "@cmgen/runtime";
import { plugin } from "../../examples/people/src/generated/plugin.js";
import { personModel } from "../../examples/people/src/generated/v1alpha1/models.js";
import { createDatabase } from "../postgres/create-database.js";

describe("a schedule", () => {
  const run = async (): Promise<void> => {};

  it.each([
    [{ every: "0m" }, "digest has a wrong time: `every`"],
    [{ cron: "every day" }, "digest has a wrong time: `cron`"],
    [{ cron: "0 3 * * *", timeZone: "Nowhere" }, "in the time zone Nowhere"],
    [{}, "needs either `every` or `cron`"],
    [{ every: "1m", cron: "* * * * *" }, "needs either `every` or `cron`"],
    [{ every: "1m", missed: "later" }, 'must be "run" or "skip"'],
  ])("refuses %j", (times: object, message) => {
    const definition: unknown = { name: "digest", run, ...times };
    expect(() => defineSchedule(definition as ScheduleDefinition)).toThrow(message);
  });

  it("has times that the compiler checks", () => {
    // @ts-expect-error minutes are m
    expect(() => defineSchedule({ name: "a", every: "15 minutes", run })).toThrow("such as");
    // @ts-expect-error one of the two
    expect(() => defineSchedule({ name: "a", every: "1m", cron: "* * * * *", run })).toThrow("either");
  });
});

describe("schedules of two servers on one PostgreSQL database", () => {
  let servers: RunningServer[] = [];
  afterEach(async () => {
    await Promise.all(servers.map((server) => server.close()));
    servers = [];
  });

  it("run in one of them, write objects, are shown, and go on in the other", { timeout: 30_000 }, async () => {
    const databaseUrl = await createDatabase();
    const runs: { readonly server: number; readonly due: number }[] = [];
    const start = async (server: number): Promise<void> => {
      const schedule: Schedule = defineSchedule({
        name: "tick",
        every: "1s",
        run: async ({ due, resource }) => {
          runs.push({ server, due: due.getTime() });
          const name = `tick-${due.getTime()}`;
          await resource(personModel).create({ metadata: { name }, spec: { name } });
        },
      });
      const tested = { ...plugin, manifests: false, controllers: [], schedules: [schedule] };
      const options = { plugins: [tested], root: plugin.root, port: 0, databaseUrl, log: silentLog };
      servers.push(await startServer(options));
    };
    await start(0);
    await servers[0]?.started;
    await start(1);
    await expect.poll(() => runs.length).toBeGreaterThanOrEqual(2);
    const [first] = runs;
    const leader = first?.server ?? 0;
    const pages = await Promise.all(
      servers.map(async ({ url }) => (await (await fetch(`${url}/controllers`)).json()) as { schedules: object[] }),
    );
    expect(pages[leader]?.schedules).toMatchObject([{ plugin: "people", schedule: "tick", leads: true }]);
    expect(pages[1 - leader]?.schedules).toMatchObject([{ leads: false }]);
    const metrics = await (await fetch(`${servers[leader]?.url}/metrics`)).text();
    expect(metrics).toMatch(
      /cmgen_schedule_run_duration_seconds_count\{plugin="people",schedule="tick",outcome="done"\} [1-9]/,
    );
    await servers[leader]?.close();
    const handedOver = runs.length;
    await expect.poll(() => runs.length).toBeGreaterThanOrEqual(handedOver + 2);
    await delay(10);
    expect(new Set(runs.slice(handedOver).map(({ server }) => server))).toEqual(new Set([1 - leader]));
    // No time twice.
    expect(new Set(runs.map(({ due }) => due)).size).toBe(runs.length);
    const other = servers[1 - leader];
    const ticks = await other?.service.resource(personModel).list({ where: { "spec.name": { startsWith: "tick-" } } });
    expect(ticks?.total).toBeGreaterThanOrEqual(runs.length - 1);
  });
});
