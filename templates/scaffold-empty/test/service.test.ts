import { silentLog, startServer } from "@cmgen/runtime";
import { expect, test } from "vitest";
import { plugin } from "../src/generated/plugin.js";

test("the service starts", async () => {
  // It runs in this process, with a database in memory and a free port.
  const server = await startServer({
    plugins: [plugin],
    root: plugin.root,
    port: 0,
    databaseUrl: ":memory:",
    log: silentLog,
  });
  await server.started;
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  await server.close();
});
