import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentLog, startServer, type RunningServer } from "@cmgen/runtime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plugin } from "../../examples/tracker/dist/generated/plugin.js";
import { hasChromium } from "../browser/launch-chromium.js";
import { lookAt, type ConsoleBrowser } from "./console-browser.js";

const projects = "/tracker.example.com/v1alpha1/projects";

describe.skipIf(!hasChromium)("a console whose service is stopped and started again", { timeout: 120_000 }, () => {
  let folder = "";
  let service: RunningServer;
  let console: ConsoleBrowser;

  const start = async (port: number): Promise<RunningServer> => {
    const server = await startServer({
      plugins: [{ ...plugin, manifests: false }],
      root: plugin.root,
      host: "127.0.0.1",
      port,
      databaseUrl: `file:${join(folder, "tracker.db")}`,
      log: silentLog,
      console: true,
    });
    await server.started;
    return server;
  };
  const create = (name: string): Promise<unknown> =>
    console.send("POST", `/apis${projects}`, { metadata: { name }, spec: { title: name } });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "cmgen-console-"));
    service = await start(0);
    console = await lookAt(service);
    await create("one");
  });
  afterAll(async () => {
    await console?.browser.close();
    await service?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("goes on where it was, without being loaded again", async () => {
    const list = await console.open(projects);
    const object = await console.open(`${projects}/one`);
    await list.getByRole("link", { name: "one", exact: true }).waitFor();
    await object.getByRole("heading", { level: 1, name: "one" }).waitFor();
    await service.close();
    // What is shown stays.
    await list.getByRole("link", { name: "one", exact: true }).waitFor();
    // A page that was not loaded before comes when the service is back.
    const other = object.getByRole("link", { name: "Duplicate" });
    await other.click();
    service = await start(Number(new URL(service.url).port));
    await object.getByRole("heading", { level: 1, name: "New project" }).waitFor({ timeout: 60_000 });
    await object.goBack();
    await object.getByRole("heading", { level: 1, name: "one" }).waitFor();
    expect(await object.evaluate(() => performance.getEntriesByType("navigation").length)).toBe(1);
    await create("two");
    await expect.poll(() => list.locator("tbody th a").allInnerTexts(), { timeout: 60_000 }).toEqual(["two", "one"]);
    await console.send("PUT", `/apis${projects}/one`, {
      metadata: { name: "one" },
      spec: { title: "After the restart" },
    });
    await expect.poll(() => object.getByText("After the restart").count(), { timeout: 60_000 }).toBe(1);
    expect(console.complaints).toEqual([]);
  });
});
