import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPeopleClient } from "../../examples/people/src/generated/v1alpha1/client.js";
import { startPeopleService, type PeopleService } from "./people-service.js";

describe("the plugin's own logic", () => {
  let service: PeopleService;
  const people = () => createPeopleClient({ baseUrl: service.url });

  beforeAll(async () => {
    service = await startPeopleService();
  });

  afterAll(async () => {
    await service.stop();
  });

  it("welcomes those who ask for it, and leaves all others alone", async () => {
    await expect.poll(async () => (await people().get("ann")).status).toEqual({ greeting: "Welcome, Ann Archer!" });
    const others = await people().list({ where: { "metadata.name": { ne: "ann" } } });
    expect(others.items.map(({ metadata, status }) => [metadata.version, status])).toEqual([
      [1, undefined],
      [1, undefined],
    ]);
  });

  it("writes a welcome once: the version then stays", async () => {
    await expect.poll(async () => (await people().get("ann")).metadata.version).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect((await people().get("ann")).metadata.version).toBe(2);
  });

  it("welcomes under a new name", async () => {
    const ann = await people().get("ann");
    await people().replace({ ...ann, spec: { ...ann.spec, name: "Ann Baker" } });
    await expect.poll(async () => (await people().get("ann")).status?.greeting).toBe("Welcome, Ann Baker!");
  });

  it("indexes initials by whole characters", async () => {
    await people().create({ metadata: { name: "star" }, spec: { name: "\u{1F31F} Star" } });
    const found = await people().list({ where: { initial: "\u{1F31F}" } });
    expect(found.items.map(({ metadata }) => metadata.name)).toEqual(["star"]);
    await people().delete("star");
  });

  it("greets at its custom endpoint", async () => {
    const greeting = `${service.url}/apis/console.api.people.example.com/v1alpha1/people`;
    expect(await (await fetch(`${greeting}/bob/greeting`)).json()).toEqual({ greeting: "Hello, Bob Baker!" });
    const missing = await fetch(`${greeting}/nobody/greeting`);
    expect([missing.status, await missing.json()]).toEqual([404, expect.objectContaining({ code: "NotFound" })]);
  });
});

describe("a file as its database", () => {
  const folder = mkdtempSync(join(tmpdir(), "cmgen-people-"));
  const environment = { CMGEN_DATABASE_URL: `file:${join(folder, "people.db")}` };

  afterAll(() => rmSync(folder, { recursive: true }));

  it("keeps what was written, and creates the plugin's objects only once", async () => {
    const first = await startPeopleService(environment);
    const people = createPeopleClient({ baseUrl: first.url });
    await people.update("bob", { spec: { age: 18 } });
    await people.delete("cleo");
    expect(await first.stop()).toBe(0);
    expect(existsSync(join(folder, "people.db"))).toBe(true);

    const second = await startPeopleService(environment);
    const again = await createPeopleClient({ baseUrl: second.url }).get("bob");
    expect(await second.stop()).toBe(0);
    expect(again.spec.age).toBe(18);
  });
});
