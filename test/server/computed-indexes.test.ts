import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { silentLog, startServer, type RunningServer } from "@cmgen/runtime";
import { plugin } from "../../examples/tasks/src/generated/plugin.js";
import {
  createTasksClient,
  type TasksClient,
  type TaskSpec,
} from "../../examples/tasks/src/generated/v1alpha1/client.js";
import { createDatabase } from "../postgres/create-database.js";
import { databases } from "./people-server.js";

/** Numbers and instants that would be in another order as texts; the spellings of an instant differ. */
const specs: Readonly<Record<string, Partial<TaskSpec>>> = {
  none: {},
  two: { steps: steps(2), reminder: { type: "once", at: "2030-01-01T01:00:00+02:00" } },
  ten: { steps: steps(10), reminder: { type: "once", at: "2029-12-31T23:30:00Z" }, priority: "HIGH" },
  zero: { steps: [{ id: "a", title: "A", done: true }], reminder: { type: "once", at: "2029-12-31T22:59:59.999Z" } },
};

function steps(count: number): NonNullable<TaskSpec["steps"]> {
  return Array.from({ length: count }, (_, at) => ({ id: `s${at}`, title: "Step" }));
}

describe.each(databases)("an index of what a function returns on %s", (database) => {
  let server: RunningServer;
  let tasks: TasksClient;

  beforeAll(async () => {
    const databaseUrl = database === "sqlite" ? ":memory:" : await createDatabase();
    const { manifests: _, ...rest } = plugin;
    const plain = { ...rest, controllers: [] };
    server = await startServer({ plugins: [plain], root: plugin.root, port: 0, databaseUrl, log: silentLog });
    await server.started;
    tasks = createTasksClient({ baseUrl: server.url });
    for (const [name, spec] of Object.entries(specs))
      await tasks.create({
        metadata: { name, labels: { "test.example.com/of": "order" } },
        spec: { title: "T", project: "garden", ...spec },
      });
  });
  afterAll(() => server.close());

  const labels = { "test.example.com/of": "order" } as const;
  const names = async (page: ReturnType<TasksClient["list"]>): Promise<readonly string[]> =>
    (await page).items.map(({ metadata }) => metadata.name);

  it("sorts numbers as numbers", async () => {
    expect(await names(tasks.list({ labels, where: { stepsLeft: { gte: 0 } }, sort: ["stepsLeft"] }))).toEqual([
      "zero",
      "two",
      "ten",
    ]);
    expect(await names(tasks.list({ labels, where: { stepsLeft: { gt: 2 } } }))).toEqual(["ten"]);
    expect(await names(tasks.list({ labels, where: { stepsLeft: { exists: false } } }))).toEqual(["none"]);
  });

  it("sorts dates as instants", async () => {
    const where = { remindsAt: { exists: true } } as const;
    expect(await names(tasks.list({ labels, where, sort: ["remindsAt"] }))).toEqual(["zero", "two", "ten"]);
    expect(await names(tasks.list({ labels, where: { remindsAt: new Date("2029-12-31T23:00:00Z") } }))).toEqual([
      "two",
    ]);
    expect(await names(tasks.list({ labels, where: { remindsAt: { lt: "2029-12-31T23:00:00Z" } } }))).toEqual(["zero"]);
  });

  it("selects by booleans", async () => {
    expect(await names(tasks.list({ labels, where: { isUrgent: true } }))).toEqual(["ten"]);
  });
});
