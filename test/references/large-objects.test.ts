import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases } from "../server/people-server.js";
import { mergePatch, startReferences, temporaryPlugin, type ReferencesServer } from "./references-server.js";

/** The store ends a page of objects early at 8 MiB. Each test has more than that. */
const SMALL = "x".repeat(100_000);
const LARGE = "x".repeat(2_500_000);

let built: Awaited<ReturnType<typeof temporaryPlugin>>;

beforeAll(async () => {
  built = await temporaryPlugin();
});
afterAll(() => built.dispose());

describe.each(databases)("references to and of large objects on %s", (database) => {
  let service: ReferencesServer;
  const ask: ReferencesServer["ask"] = (...given) => service.ask(...given);
  const make: ReferencesServer["make"] = (...given) => service.make(...given);

  beforeAll(async () => {
    // A database in memory has no page that ends early.
    const options = database === "sqlite" ? { databaseUrl: `file:${join(built.folder, "data.db")}` } : {};
    service = await startReferences(built, database, options);
  });
  afterAll(() => service.server.close());

  it("are all followed with a page", { timeout: 60_000 }, async () => {
    const friends = Array.from({ length: 250 }, (_, at) => `friend-${String(at).padStart(3, "0")}`);
    for (const name of friends) await make("members", name, { note: SMALL });
    await make("members", "popular", { friends });
    const { json } = await ask("GET", "members?fieldSelector=metadata.name=popular&size=1&include=spec.friends");
    const { included } = json as { included: { "spec.friends": object } };
    expect(Object.keys(included["spec.friends"])).toEqual(friends);
  });

  it("that form a circle do not keep each other for ever", { timeout: 60_000 }, async () => {
    const names = ["a", "b", "c", "d", "e", "f"];
    for (const name of names) await make("items", name, { note: LARGE });
    for (const name of names) await ask("PATCH", `items/${name}`, { spec: { partOf: names } }, mergePatch);
    expect((await ask("DELETE", "items/a")).status).toBe(200);
    await expect.poll(() => service.names("items"), { timeout: 40_000 }).toEqual([]);
  });

  it("are named in the refusal of a collection's deletion", { timeout: 60_000 }, async () => {
    await make("teams", "heavy");
    const names = Array.from({ length: 12 }, (_, at) => `heavy-${String(at).padStart(2, "0")}`);
    for (const name of names) await make("members", name, { team: "heavy", note: LARGE });
    expect((await ask("DELETE", "teams?fieldSelector=metadata.name=heavy")).json).toMatchObject({
      code: "Referenced",
      referrers: [{ count: 10, more: true }],
    });
  });
});
