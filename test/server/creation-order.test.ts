import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RunningServer } from "@cmgen/runtime";
import { afterEach, describe, expect, it, vi } from "vitest";
import { personModel } from "../../examples/people/src/generated/v1alpha1/models.js";
import { createDatabase } from "../postgres/create-database.js";
import { databases, peoplePlugin, startPeople } from "./people-server.js";

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
