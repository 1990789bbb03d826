import { createHook } from "node:async_hooks";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { exchange } from "./exchange.js";
import { databases, startPeople } from "./people-server.js";
import { head, RawConnection } from "./raw-connection.js";
import { collection, send } from "./rule.js";

it.each(databases)("a service on %s that is closed leaves no timer", async (database) => {
  const folder = await mkdtemp(join(tmpdir(), "cmgen-close-"));
  const timers = new Map<number, string>();
  const hook = createHook({
    init: (id, type) => void (type === "Timeout" && timers.set(id, new Error("made here").stack ?? "")),
    destroy: (id) => void timers.delete(id),
  }).enable();
  const server = await startPeople(
    database,
    database === "sqlite" ? { databaseUrl: `file:${join(folder, "people.db")}` } : {},
  );
  const watcher = (await RawConnection.open(server.url)).write(head("GET", `${collection}?watch=true`));
  await watcher.says(/BOOKMARK/);
  const idle = (await RawConnection.open(server.url)).write(head("GET", collection));
  await idle.says(/200/);
  const refused = (await RawConnection.open(server.url)).write("nonsense\r\n\r\n");
  await refused.says(/400/);
  const person = { metadata: { name: "late" }, spec: { name: "Late" } };
  expect((await exchange(server.url, send("POST", "", person))).status).toBe(201);
  await watcher.says(/"late"/);
  await server.close();
  for (const connection of [watcher, idle, refused]) connection.destroy();
  // What is cleared is destroyed a turn later.
  const ours = () => [...timers.values()].filter((stack) => stack.includes("/packages/") || stack.includes("/pg"));
  await expect.poll(ours).toEqual([]);
  hook.disable();
  await rm(folder, { recursive: true });
});
