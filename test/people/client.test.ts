import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ApiProblem, type LabelCondition, type Skip } from "@cmgen/client";
import { matchesLabels, parseSelector, printSelector, type Requirement } from "@cmgen/model/internal";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  createPeopleClient,
  type PeopleClient,
  type PersonInput,
} from "../../examples/people/src/generated/v1alpha1/client.js";
import { startPeopleService, type PeopleService } from "./people-service.js";
import { randomCases } from "../tier.js";

let service: PeopleService;
let people: PeopleClient;

beforeAll(async () => {
  service = await startPeopleService();
  people = createPeopleClient({ baseUrl: service.url });
  await people.deleteMany({});
});

afterAll(async () => {
  await service.stop();
});

const guest = (name: string, labels: Record<string, string> = {}): PersonInput & { metadata: { name: string } } => ({
  metadata: { name, labels },
  spec: { name },
});

async function refusal(call: Promise<unknown>): Promise<ApiProblem> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ApiProblem) return error;
  throw new Error("The service did not refuse", { cause: error });
}

describe("a cache", () => {
  it("is what the service has, after it was killed and started again, with changes in between", async () => {
    const folder = mkdtempSync(join(tmpdir(), "cmgen-cache-"));
    const database = { CMGEN_DATABASE_URL: join(folder, "people.db") };
    let killed = await startPeopleService(database);
    const client = createPeopleClient({ baseUrl: killed.url, reconnect: { initialDelay: "20ms", maxDelay: "100ms" } });
    const cache = client.cache({ where: { "spec.age": { gte: 1 } }, indexes: { age: ({ spec }) => spec.age } });
    await cache.ready;
    for (const round of [1, 2]) {
      await client.apply({ ...guest("kept"), spec: { name: "kept", age: round } });
      await client.apply({ ...guest(`new-${round}`), spec: { name: `new-${round}`, age: 7 } });
      await killed.kill();
      killed = await startPeopleService({ ...database, PORT: new URL(killed.url).port });
      // Not told to the cache by any connection it has had so far.
      await client.update("kept", { spec: { age: round + 10 } });
      if (round === 2) await client.update("new-1", { spec: { age: 0 } });
    }
    const selected = async (): Promise<readonly unknown[]> =>
      (await client.list({ where: { "spec.age": { gte: 1 } }, sort: ["metadata.name"] })).items;
    await vi.waitFor(async () => expect(cache.list()).toEqual(await selected()), { timeout: 10_000 });
    expect(cache.find("age", 12).map(({ metadata }) => metadata.name)).toEqual(["kept"]);
    expect(cache.find("age", 7).map(({ metadata }) => metadata.name)).toEqual(["new-2"]);
    cache.close();
    expect(await killed.stop()).toBe(0);
    rmSync(folder, { recursive: true });
  });
});

describe("every method of the generated client", () => {
  it("creates under a generated name, reads, and finds", async () => {
    const { name: _, ...metadata } = { ...guest("x").metadata, generateName: "guest-" };
    const created = await people.create({ metadata, spec: { name: "Generated" } });
    expect(created.metadata.name).toMatch(/^guest-[a-z0-9]{8}$/);
    expect(created.metadata.version).toBe(1);
    expect(await people.get(created.metadata.name)).toEqual(created);
    const changed = await people.update(created.metadata.name, { spec: { age: 3 } });
    expect(await people.find(created.metadata.name)).toEqual(changed);
    expect(await people.delete(created.metadata.name)).toMatchObject({ metadata: { name: created.metadata.name } });
    expect(await refusal(people.get(created.metadata.name))).toMatchObject({ code: "NotFound", status: 404 });
  });

  it("updates against the version read, or the one given", async () => {
    const created = await people.create(guest("una"));
    const updated = await people.replace({ ...created, spec: { ...created.spec, age: 30 } });
    expect(updated.metadata.version).toBe(2);
    const stale = await refusal(people.replace({ ...created, spec: { ...created.spec, age: 31 } }));
    expect(stale).toMatchObject({ code: "Conflict", currentVersion: 2 });
    const mismatch = await refusal(people.update("una", { spec: { age: 32 } }, { ifMatch: created.metadata }));
    expect(mismatch.code).toBe("PreconditionFailed");
    const patched = await people.update("una", { spec: { age: null } }, { ifMatch: updated.metadata });
    expect(patched.spec).toEqual({ name: "una" });
    const stillStale = await refusal(people.delete("una", { ifMatch: updated.metadata }));
    expect(stillStale).toMatchObject({ code: "PreconditionFailed" });
    await people.delete("una", { ifMatch: patched.metadata });
  });

  it("loses no change of twenty that are made at once by functions", async () => {
    await people.create(guest("tally"));
    const once = (): Promise<unknown> =>
      people.update("tally", ({ spec, ...rest }) => ({ ...rest, spec: { ...spec, age: (spec.age ?? 0) + 1 } }));
    await Promise.all(Array.from({ length: 20 }, once));
    expect((await people.get("tally")).spec.age).toBe(20);
    await people.delete("tally");
    expect((await refusal(people.update("tally", (tally) => tally))).code).toBe("NotFound");
  });

  it("applies: creates, merges, and minds the version it is given", async () => {
    expect(await people.exists("una")).toBe(false);
    const created = await people.apply(guest("una", { "example.com/a": "1" }));
    expect(await people.exists("una")).toBe(true);
    const merged = await people.apply({ metadata: { name: "una" }, spec: { name: "una", age: 3 } });
    const next = created.metadata.version + 1;
    expect(merged).toMatchObject({ metadata: { version: next, labels: { "example.com/a": "1" } }, spec: { age: 3 } });
    const stale = { metadata: { name: "una", version: created.metadata.version }, spec: { name: "una" } };
    expect(await refusal(people.apply(stale))).toMatchObject({ code: "Conflict", currentVersion: next });
    await Promise.all(
      Array.from({ length: 10 }, (_, age) => people.apply({ ...guest("ursa"), spec: { name: "ursa", age } })),
    );
    expect((await people.get("ursa")).metadata.version).toBe(10);
    for (const name of ["una", "ursa"]) await people.delete(name);
  });

  it("patches with operations", async () => {
    await people.create(guest("pat"));
    const patched = await people.patch("pat", [
      { op: "test", path: "/spec/name", value: "pat" },
      { op: "add", path: "/spec/age", value: 9 },
      { op: "add", path: "/metadata/labels/example.com~1tier", value: "gold" },
    ]);
    expect(patched).toMatchObject({ metadata: { labels: { "example.com/tier": "gold" } }, spec: { age: 9 } });
    const failed = await refusal(people.patch("pat", [{ op: "test", path: "/spec/age", value: 10 }]));
    expect(failed).toMatchObject({ code: "Invalid", status: 422 });
    await people.delete("pat");
  });

  it("writes status alone", async () => {
    const created = await people.create(guest("stan"));
    const updated = await people.status.update("stan", { greeting: "Hello" }, { ifMatch: created.metadata });
    expect(updated).toMatchObject({ metadata: { version: 2 }, spec: created.spec, status: { greeting: "Hello" } });
    expect((await people.status.update("stan", () => ({ greeting: "Bye" }))).status).toEqual({ greeting: "Bye" });
    const stale = await refusal(people.status.update("stan", {}, { ifMatch: created.metadata }));
    expect(stale).toMatchObject({ code: "PreconditionFailed" });
    await people.delete("stan");
  });

  it("reports every cause at its place", async () => {
    const wrong = { metadata: { name: "No Name", labels: { "a/b/c": "x" } }, spec: { name: "N".repeat(101), age: -1 } };
    const problem = await refusal(people.create(wrong));
    expect(problem.code).toBe("Invalid");
    expect(problem.errors.map(({ path }) => path).toSorted()).toEqual([
      "/metadata/labels/a~1b~1c",
      "/metadata/name",
      "/spec/age",
      "/spec/name",
    ]);
  });

  it("walks, pages and deletes what it selects", async () => {
    const names = Array.from({ length: 7 }, (_, at) => `walker-${at}`);
    for (const name of names) await people.create(guest(name, { "example.com/walks": "yes" }));
    const labels = { "example.com/walks": "yes" };
    const walked: string[] = [];
    for await (const { metadata } of people.each({ labels, sort: ["-metadata.name"], limit: 3 })) {
      walked.push(metadata.name);
    }
    expect(walked).toEqual(names.toReversed());
    const page = await people.list({ labels, sort: ["metadata.name"], page: 2, size: 3 });
    expect(page).toMatchObject({ page: 2, size: 3, total: 7, totalPages: 3, hasNext: true, hasPrevious: true });
    expect(page.items.map(({ metadata }) => metadata.name)).toEqual(names.slice(3, 6));
    expect(await people.list({ labels, size: 3, total: false })).not.toHaveProperty("total");
    expect((await people.list({ labels, limit: 3, total: true })).total).toBe(7);
    expect(await people.list({ labels, limit: 3 })).not.toHaveProperty("total");
    const deleted = await people.deleteMany({ labels, where: { "metadata.name": { gte: "walker-2" } } });
    expect(deleted.items.map(({ metadata }) => metadata.name).toSorted()).toEqual(names.slice(2));
    expect((await people.list({ labels })).total).toBe(2);
    await people.deleteMany({ labels });
  });
});

describe("selectors mean the same printed, sent, parsed and run in SQL as they do in memory", () => {
  const values = ["", "gold", "a,b", 'say "x"', " blank ", "(1)", "=", "é", "😀", "Z", "a=b", "\n"];
  const labelled = values.map((value, at) =>
    guest(`label-${at}`, { "example.com/v": value, "example.com/n": `${at % 3}` }),
  );
  const all = [...labelled, guest("label-none")];

  beforeAll(async () => {
    for (const person of all) await people.create(person);
  });

  const value = fc.constantFrom(...values, "other");
  const several = fc.array(value, { minLength: 1, maxLength: 3 });
  const condition: fc.Arbitrary<string | DrawnCondition> = fc.oneof(
    value,
    value.map((ne) => ({ ne })),
    several.map((some) => ({ in: some })),
    several.map((some) => ({ notIn: some })),
    fc.boolean().map((exists) => ({ exists })),
    fc.record({ notIn: several, exists: fc.constant(true) }),
  );
  const conditions: fc.Arbitrary<Readonly<Record<string, string | DrawnCondition>>> = fc.dictionary(
    fc.constantFrom("example.com/v", "example.com/n", "example.com/other"),
    condition,
    { minKeys: 1 },
  );

  it("labels", async () => {
    await fc.assert(
      fc.asyncProperty(conditions, async (labels) => {
        const { items } = await people.list({ labels, sort: ["metadata.name"] });
        const requirements = Object.entries(labels).flatMap(requirementsOfLabel);
        expect(parseSelector(printSelector(requirements), "label")).toEqual(requirements);
        const expected = all.filter(({ metadata }) => matchesLabels(requirements, metadata.labels ?? {}));
        expect(items.map(({ metadata }) => metadata.name)).toEqual(
          expected.map(({ metadata }) => metadata.name).toSorted(),
        );
      }),
      { numRuns: randomCases(150) },
    );
  });
});

/** What the property draws: it skips nothing. */
type DrawnCondition = { readonly [Operator in keyof LabelCondition]: Exclude<LabelCondition[Operator], Skip> };

/** Written again, so that a mistake of the client's does not hide here, too. */
function requirementsOfLabel([key, asked]: [string, string | DrawnCondition]): Requirement[] {
  if (typeof asked === "string") return [{ key, operator: "in", values: [asked] }];
  const requirements: Requirement[] = [];
  if (asked.ne !== undefined) requirements.push({ key, operator: "notIn", values: [asked.ne] });
  if (asked.in !== undefined) requirements.push({ key, operator: "in", values: asked.in });
  if (asked.notIn !== undefined) requirements.push({ key, operator: "notIn", values: asked.notIn });
  if (asked.exists !== undefined) requirements.push({ key, operator: asked.exists ? "exists" : "absent", values: [] });
  return requirements;
}
