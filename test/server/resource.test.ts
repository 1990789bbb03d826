import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { selector, type Resource, type RunningServer } from "@cmgen/runtime";
import { type Person, personModel } from "../../examples/people/src/generated/v1alpha1/models.js";
import { databases, peoplePlugin, startPeople } from "./people-server.js";

describe.each(databases)("objects in a plugin's own hands, on %s", (database) => {
  let server: RunningServer;
  let people: Resource<Person>;
  beforeAll(async () => {
    const plugin = {
      ...peoplePlugin(),
      manifests: false,
      controllers: [],
    };
    server = await startPeople(database, { plugins: [plugin] });
    people = server.service.resource(personModel);
    for (const name of ["ann", "bob", "cleo"]) await people.create({ metadata: { name }, spec: { name, tags: ["x"] } });
  });
  afterAll(() => server.close());

  const refused = (code: string) => expect.objectContaining({ name: "ApiError", code });

  it("are read, or missed", async () => {
    expect((await people.get("ann")).spec.name).toBe("ann");
    expect(await people.find("nobody")).toBeUndefined();
    expect(await people.find("no \u0000 name")).toBeUndefined();
    await expect(people.get("nobody")).rejects.toEqual(refused("NotFound"));
  });

  it("are listed by page and walked through whole", async () => {
    const page = await people.list({ where: { "spec.tags": "x" }, sort: ["-metadata.name"], page: 1, size: 2 });
    expect([page.total, page.items.map(({ metadata }) => metadata.name)]).toEqual([3, ["cleo", "bob"]]);
    const names: string[] = [];
    for await (const person of people.each({ sort: ["metadata.name"] })) names.push(person.metadata.name);
    expect(names.slice(0, 3)).toEqual(["ann", "bob", "cleo"]);
    // A field that is no index does not compile where the model is known.
    await expect(people.list({ sort: ["spec.gender"] })).rejects.toThrow(/^The list of people cannot be read. sort: /);
  });

  it("are counted and added, in groups", async () => {
    const typed = server.service.resource(personModel);
    const ages = { dora: 30, emil: 20, fritz: undefined };
    for (const [name, age] of Object.entries(ages))
      await typed.create({ metadata: { name }, spec: { name, tags: ["counted"], ...(age && { age }) } });
    const { kind, groups } = await typed.aggregate({
      where: { "spec.tags": "counted" },
      groupBy: ["spec.tags", "month(metadata.creationTimestamp)"],
      sum: "spec.age",
      distinct: "spec.name",
    });
    const month = (await typed.get("dora")).metadata.creationTimestamp.slice(0, "2030-01".length);
    const by = { "spec.tags": "counted", "month(metadata.creationTimestamp)": month };
    expect([kind, groups]).toEqual([
      "PersonAggregate",
      [{ by, count: 3, sum: { "spec.age": 50 }, distinct: { "spec.name": 3 } }],
    ]);
    expect((await typed.aggregate()).groups).toEqual([{ by: {}, count: 6 }]);
    for (const name of Object.keys(ages)) await typed.delete(name);
  });

  it("are not counted where the code is wrong, or nobody waits any more", async () => {
    // What does not compile where the model is known.
    const wrong: unknown = people.aggregate({ groupBy: "spec.gender", sum: "spec.name" });
    await expect(wrong).rejects.not.toHaveProperty("code");
    await expect(wrong).rejects.toThrow(/^The aggregate of people cannot be made. aggregate: spec.name holds strings/);
    const options: object = { gruopBy: "spec.age" };
    await expect(people.aggregate(options)).rejects.toThrow(/^An aggregate has no option "gruopBy"/);
    const gone = new Error("gone");
    await expect(people.aggregate({ signal: AbortSignal.abort(gone) })).rejects.toBe(gone);
  });

  it("are selected by any number of values, and by none", async () => {
    const many = Array.from({ length: 9_999 }, (_, at) => `somebody-${at}`);
    expect((await people.list({ where: { "metadata.name": { in: [...many, "ann"] } } })).total).toBe(1);
    expect((await people.list({ where: { "spec.tags": { notIn: many } } })).total).toBe(3);
    expect((await people.list({ where: { "metadata.name": { in: [] } } })).total).toBe(0);
    expect((await people.list({ where: { "metadata.name": { notIn: [] } } })).total).toBe(3);
    expect((await people.list({ labels: { "people.example.com/team": { in: [] } } })).total).toBe(0);
  });

  it("refuse a position that a visitor sent, and fail where the code is wrong", async () => {
    await expect(people.list({ limit: 1, cursor: "x" })).rejects.toEqual(refused("InvalidQuery"));
    const wrong: unknown = people.list({ where: selector`spec.name=(`, limit: 1 });
    await expect(wrong).rejects.not.toHaveProperty("code");
    await expect(wrong).rejects.toThrow("fieldSelector: expected a value");
  });

  it.each(["ann,metadata.name!=bob", 'ann"', "a),(b", "ann in (bob)", "", " ann "])(
    "are selected by %j as a value and nothing else, whatever a user sent",
    async (text) => {
      const { items } = await people.list({ where: { "spec.name": text } });
      expect(items).toEqual([]);
      const labelled = await people.list({ labels: { "people.example.com/team": text } });
      expect(labelled.items).toEqual([]);
      expect((await people.list({ where: { "spec.name": { ne: text } }, labels: {} })).total).toBe(3);
      expect((await people.list({ where: selector`spec.name!=${text}` })).total).toBe(3);
    },
  );

  it("are not all listed where an option is not one of a list, as plugins in JavaScript may have it", async () => {
    const options: object = { fieldSelector: "spec.name=ann" };
    await expect(people.list(options)).rejects.toThrow('no option "fieldSelector"');
    await expect(people.each(options)[Symbol.asyncIterator]().next()).rejects.toThrow("no option");
  });

  it("are written under the rules of the API", async () => {
    await expect(people.create({ metadata: { name: "Dan" }, spec: { name: "d", age: 151 } })).rejects.toEqual(
      refused("Invalid"),
    );
    await expect(people.create({ metadata: { name: "ann" }, spec: { name: "other" } })).rejects.toEqual(
      refused("AlreadyExists"),
    );
    await expect(people.create({ metadata: { name: "dan" }, spec: { name: "ann" } })).rejects.toEqual(
      refused("DuplicateIndexValue"),
    );
    await expect(people.replace({ metadata: { name: "nobody" }, spec: { name: "n" } })).rejects.toEqual(
      refused("NotFound"),
    );
    const { metadata } = await people.create({ metadata: { generateName: "gen-" }, spec: { name: "generated" } });
    expect(metadata.name).toMatch(/^gen-[a-z0-9]{8}$/);
  });

  it("are read, changed and written back, once", async () => {
    const bob = await people.get("bob");
    const changed = await people.replace({ ...bob, spec: { ...bob.spec, age: 1 } });
    expect(changed.metadata.version).toBe(2);
    await expect(people.replace({ ...bob, spec: { ...bob.spec, age: 2 } })).rejects.toEqual(refused("Conflict"));
    expect((await people.replace(changed)).metadata.version).toBe(2);
  });

  it("are patched by either format", async () => {
    expect((await people.update("cleo", { spec: { age: 3, tags: null } })).spec).toEqual({ name: "cleo", age: 3 });
    const patched = await people.patch("cleo", [{ op: "replace", path: "/spec/age", value: 4 }]);
    expect(patched.spec.age).toBe(4);
    await expect(people.patch("cleo", [{ op: "test", path: "/spec/age", value: 5 }])).rejects.toEqual(
      refused("Invalid"),
    );
  });

  it("have their status written, and are deleted, on a condition", async () => {
    const { metadata } = await people.create({ metadata: { name: "eve" }, spec: { name: "eve" } });
    const ifMatch = { uid: metadata.uid, version: 2 };
    await expect(people.status.update("eve", () => ({}), { ifMatch })).rejects.toEqual(refused("PreconditionFailed"));
    expect((await people.status.update("eve", { greeting: "hi" })).status).toEqual({ greeting: "hi" });
    await expect(people.delete("eve", { ifMatch: metadata })).rejects.toEqual(refused("PreconditionFailed"));
    expect((await people.delete("eve", { ifMatch })).metadata.name).toBe("eve");
    expect(await people.find("eve")).toBeUndefined();
  });

  it("do not take hold of what they were made from", async () => {
    const spec = { name: "fay", tags: ["a"] };
    const made = await people.create({ metadata: { name: "fay" }, spec });
    made.spec.tags?.push("b");
    spec.tags.push("c");
    expect((await people.get("fay")).spec.tags).toEqual(["a"]);
  });

  it("may have methods taken off: they need no this", async () => {
    const { get } = people;
    expect((await get("ann")).metadata.name).toBe("ann");
  });
});
