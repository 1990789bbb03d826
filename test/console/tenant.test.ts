import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { withCallers } from "@cmgen/runtime";
import { buildTenantsPlugin, note, type TenantsPlugin, TenantsService } from "../tenants/tenants-service.js";
import { type ConsoleBrowser, lookAt, seriousIssues } from "./console-browser.js";

let built: TenantsPlugin;
let folder: string;
let tenants: TenantsService;
let console: ConsoleBrowser;

beforeAll(async () => {
  built = await buildTenantsPlugin();
  folder = mkdtempSync(join(tmpdir(), "cmgen-console-tenant-"));
  const url = `file:${join(folder, "home.db")}`;
  const plugin = withCallers(built.plugin, () => ({ name: "root", groups: ["admins", "tenant:acme"] }));
  tenants = await TenantsService.start(plugin, url, { isOfService: () => true }, { console: true });
  console = await lookAt(tenants.server);
}, 120_000);
afterAll(async () => {
  await console.close();
  built.remove();
  rmSync(folder, { recursive: true });
});

it("names the tenant whose objects it shows", async () => {
  expect((await tenants.send("acme", "POST", "notes", { body: note("of-acme") })).status).toBe(201);
  const page = await console.open();
  const brand = page.locator(".brand");
  await brand.waitFor();
  expect(await brand.innerText()).not.toContain("acme");
  await page.goto(`${tenants.url}/t/acme/console/notes.example.com/v1/notes`);
  await page.getByRole("link", { name: "of-acme" }).waitFor();
  expect(await brand.innerText()).toMatch(/ · acme$/);
  expect(await seriousIssues(page)).toEqual([]);
  expect(console.complaints).toEqual([]);
});
