import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RunningServer } from "@cmgen/runtime";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { personModel } from "../../examples/people/src/generated/v1alpha1/models.js";
import { createDatabase } from "../postgres/create-database.js";
import { databases, peoplePlugin, startPeople } from "../server/people-server.js";
import { runCmgen, type CommandOutcome } from "./run-cmgen.js";

const workingFolder = join(import.meta.dirname, "../../examples/people");
const model = { ...personModel, history: { keep: "90d" } };

describe.each(databases)("cmgen history, of objects on %s", (database) => {
  let folder = "";
  let databaseUrl = "";
  let server: RunningServer;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "cmgen-history-"));
    databaseUrl = database === "sqlite" ? `file:${join(folder, "people.db")}` : await createDatabase();
    server = await start();
    // The document of the example has the resource; its model has no history.
    vi.stubEnv("CMGEN_SERVER", server.url);
    vi.stubEnv("XDG_CONFIG_HOME", join(folder, "config"));
    const people = server.service.resource(model);
    await people.create({ metadata: { name: "ann" }, spec: { name: "Ann" } });
    await people.update("ann", { spec: { age: 3 } });
  });
  afterEach(async () => {
    await server.close();
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });

  const start = (): Promise<RunningServer> =>
    startPeople(database, {
      databaseUrl,
      plugins: [{ ...peoplePlugin(model), manifests: false, controllers: [] }],
    });
  const cmgen = (...args: readonly string[]): Promise<CommandOutcome> =>
    runCmgen(["history", ...args], { workingFolder });

  test("lists, compares and restores versions, also of what was deleted", async () => {
    const { code, out } = await cmgen("person/ann");
    expect([code, out.replaceAll(/\d{4}-\S+Z/g, "<time>").replaceAll(/ +/g, " ")]).toEqual([
      0,
      "VERSION TYPE TIME ACTOR VERB\n2 MODIFIED <time> system:service update\n1 ADDED <time> system:service create\n",
    ]);
    expect(JSON.parse((await cmgen("people", "ann", "--json", "--limit", "1")).out)).toMatchObject([{ version: 2 }]);
    const diff = await cmgen("person/ann", "--diff", "1..2");
    expect([diff.code, diff.out]).toEqual([1, expect.stringContaining("+  age: 3\n")]);
    expect(await cmgen("person/ann", "--diff", "2..2")).toMatchObject({ code: 0, out: "" });
    const { uid } = (await server.service.resource(model).get("ann")).metadata;
    await server.service.resource(model).delete("ann");
    expect(await cmgen("person/ann", "--restore", "1")).toMatchObject({
      code: 0,
      out: "person.people.example.com/ann has version 1 again, as version 3\n",
    });
    expect((await server.service.resource(model).get("ann")).spec).toEqual({ name: "Ann" });
    const former = JSON.parse((await cmgen("person/ann", "--uid", uid, "--json")).out) as { version: number }[];
    expect(former.map(({ version }) => version)).toEqual([2, 2, 1]);
  });

  test("erases versions for good, while the service runs and while it does not", async () => {
    const purge = (...args: readonly string[]): Promise<CommandOutcome> =>
      cmgen("purge", ...args, "--database-url", databaseUrl);
    const listed = async () => (await server.service.resource(model).history("ann")).items;
    const count = async (): Promise<number> => (await listed()).length;
    expect(await purge("people", "--before", "1d")).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^0 versions erased in /),
    });
    expect(await count()).toBe(2);
    expect(await purge("person/ann")).toMatchObject({ code: 0, out: expect.stringMatching(/^2 versions erased in /) });
    // The version that the object has stays its own; who wrote it is erased with the rest.
    expect(await listed()).toEqual([{ uid: expect.any(String) as string, version: 2, type: "MODIFIED" }]);
    expect((await server.service.resource(model).version("ann", 2)).spec).toEqual({ name: "Ann", age: 3 });
    expect((await cmgen("person/ann", "--restore", "2")).out).toMatch(/as version 2\n$/);
    await server.service.resource(model).update("ann", { spec: { age: 4 } });
    expect(await count()).toBe(2);
    await server.close();
    expect(JSON.parse((await purge("people", "--before", "0s", "--json")).out)).toEqual({ erased: 2 });
    server = await start();
    expect((await listed()).map(({ version, actor }) => `${version} ${actor}`)).toEqual(["3 undefined"]);
    // Of what never was there is nothing to erase; it is said also where something else was erased.
    const nobody = "There is no history of person.people.example.com/nobody in ";
    expect(await purge("person/nobody")).toMatchObject({ code: 4, out: "", error: expect.stringContaining(nobody) });
    expect(await purge("person/nobody", "--before", "1d", "--json")).toMatchObject({ code: 4, out: "" });
    await server.service.resource(model).update("ann", { spec: { age: 5 } });
    expect(await purge("people", "ann", "nobody")).toMatchObject({
      code: 4,
      out: expect.stringMatching(/^2 versions erased/),
      error: expect.stringContaining(nobody),
    });
  });

  test.each([
    [["person/ann", "--diff", "1-2"], /--diff must be two versions/],
    [["person/ann", "--diff", "1..2", "--restore", "1"], /not both/],
    [["person/ann", "--restore", "x"], /--restore must be the number of a version/],
    [["people"], /Name one object/],
    [["person/ann", "--before", "1d"], /goes with history purge only/],
    [["purge"], /Say what to erase/],
    [["purge", "people"], /Name the objects/],
    [["purge", "people", "--before", "soon"], /--before must be a time/],
    [["purge", "person/ann", "--restore", "1"], /do not go with purge/],
    [["purge", "nothing/ann"], /There is no resource "nothing"/],
  ])("refuses %j", async (args, message) => {
    expect(await cmgen(...args)).toMatchObject({ code: 3, error: expect.stringMatching(message) });
  });
});
