import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ResourceList } from "@cmgen/model";
import type { RunningServer } from "@cmgen/runtime";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type Person, personModel } from "../../examples/people/src/generated/v1alpha1/models.js";
import { createDatabase } from "../postgres/create-database.js";
import { databases, peoplePlugin, startPeople } from "./people-server.js";
import { ServiceProcess } from "./service-process.js";

const HOUR_MS = 3_600_000;

describe.each(databases)("objects on %s, newest first", (database) => {
  let folder = "";
  let server: RunningServer | undefined;

  afterEach(async () => {
    vi.useRealTimers();
    await server?.close();
    if (folder !== "") await rm(folder, { recursive: true });
  });

  it("are in the order of creation, though the clock is set back, also while the service is stopped", async () => {
    folder = await mkdtemp(join(tmpdir(), "cmgen-creation-"));
    const databaseUrl = database === "sqlite" ? `file:${join(folder, "people.db")}` : await createDatabase();
    const plugins = [{ ...peoplePlugin(), manifests: false, controllers: [] }];
    const begun = Date.now();
    let places = 0;
    vi.useFakeTimers({ toFake: ["Date"] });
    const createAt = async (...instants: readonly number[]): Promise<void> => {
      for (const instant of instants) {
        vi.setSystemTime(instant);
        const name = `person-${(places += 1)}`;
        await server?.service.resource(personModel).create({ metadata: { name }, spec: { name } });
      }
    };
    server = await startPeople(database, { plugins, databaseUrl });
    await createAt(begun, begun, begun - HOUR_MS, begun - HOUR_MS, begun + 1);
    await server.close();
    vi.setSystemTime(begun - 2 * HOUR_MS);
    server = await startPeople(database, { plugins, databaseUrl });
    await createAt(begun - 2 * HOUR_MS, begun - HOUR_MS, begun + 2);
    const { items } = await server.service.resource(personModel).list();
    const names = Array.from({ length: places }, (_, place) => `person-${places - place}`);
    expect(items.map(({ metadata }) => metadata.name)).toEqual(names);
  });
});

describe("two processes on PostgreSQL whose machines' clocks differ by two hours", () => {
  let services: readonly ServiceProcess[] = [];
  afterEach(async () => {
    await Promise.all(services.map((service) => service.end("SIGKILL")));
  });

  it("give objects times of creation in the order of creation", { timeout: 60_000 }, async () => {
    const databaseUrl = await createDatabase();
    const script = fileURLToPath(new URL("file-process.mjs", import.meta.url));
    const begun = Date.now();
    const startWith = async (shift: number): Promise<ServiceProcess> => {
      const setClock = `data:text/javascript,const now = Date.now; Date.now = () => now() + ${shift}`;
      const service = new ServiceProcess(["--import", setClock, script, databaseUrl]);
      await service.url();
      return service;
    };
    // The first applies the migrations.
    services = [await startWith(HOUR_MS), await startWith(-HOUR_MS)];
    const names = Array.from({ length: 60 }, (_, place) => `person-${place}`);
    const collections = await Promise.all(
      services.map(async (service) => `${await service.url()}/apis/people.example.com/v1alpha1/people`),
    );
    for (const collection of collections) await expect.poll(async () => (await fetch(collection)).status).toBe(200);
    for (const [place, name] of names.entries()) {
      const body = JSON.stringify({ metadata: { name }, spec: { name } });
      const headers = { "content-type": "application/json" };
      const answer = await fetch(collections[place % 2] ?? "", { method: "POST", body, headers });
      expect(answer.status).toBe(201);
    }
    const list = (await (await fetch(`${collections[0]}?size=100`)).json()) as ResourceList<Person>;
    expect(list.items.map(({ metadata }) => metadata.name)).toEqual(names.toReversed());
    for (const { metadata } of list.items)
      expect(Math.abs(Date.parse(metadata.creationTimestamp ?? "") - begun)).toBeLessThan(60_000);
  });
});
