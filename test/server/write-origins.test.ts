import { afterEach, describe, expect, it } from "vitest";
import { defineController, defineEndpoints, post, type RunningServer } from "@cmgen/runtime";
import { commentModel, issueModel, projectModel } from "../../examples/tracker/dist/generated/v1alpha1/models.js";
import { plugin as tracker } from "../../examples/tracker/dist/generated/plugin.js";
import { personModel } from "../../examples/people/src/generated/v1alpha1/models.js";
import { exchange } from "./exchange.js";
import { databases, peoplePlugin, startPeople } from "./people-server.js";
import { send } from "./rule.js";

const endpoints = defineEndpoints({
  apiVersion: "api.people.example.com/v1alpha1",
  routes: [
    post("/people/{name}/birthday", async ({ params, resource }) => {
      await resource(personModel).update(params.name, { spec: { age: 40 } });
      return new Response(null, { status: 204 });
    }),
  ],
});

const controller = defineController({
  name: "aging",
  model: personModel,
  reconcile: async ({ object, resource }) => {
    if (object.spec.age === 40) await resource(personModel).update(object.metadata.name, { spec: { age: 41 } });
  },
});

describe.each(databases)("who wrote, on %s", (database) => {
  let server: RunningServer | undefined;
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });

  it("is in the change log, whatever wrote", async () => {
    server = await startPeople(database, {
      plugins: [{ ...peoplePlugin(), endpoints: [endpoints], controllers: [controller] }],
    });
    const { url, service } = server;
    const body = { metadata: { name: "dan" }, spec: { name: "Dan" } };
    const by = (id: string) => ({ "x-request-id": id });
    await exchange(url, send("POST", "", body, by("r-1")));
    await exchange(url, send("PUT", "/dan", { ...body, spec: { name: "Daniel" } }, by("r-2")));
    const patchType = { "content-type": "application/merge-patch+json" };
    await exchange(url, send("PATCH", "/dan", { spec: { age: 3 } }, { ...patchType, ...by("r-3") }));
    await exchange(url, send("PUT", "/dan/status", { status: { greeting: "hi" } }, by("r-4")));
    const birthday = "/apis/api.people.example.com/v1alpha1/people/dan/birthday";
    expect((await exchange(url, { method: "POST", path: birthday, headers: by("r-5") })).status).toBe(204);
    await expect.poll(async () => (await service.resource(personModel).get("dan")).spec.age).toBe(41);
    await exchange(url, send("DELETE", "/dan", undefined, by("r-6")));
    await exchange(url, send("DELETE", "?labelSelector=!nobody", undefined, by("r-7")));
    await service.resource(personModel).create({ metadata: { name: "eve" }, spec: { name: "Eve" } });

    const logged = await service.store.changesAfter(0);
    const lines = logged.map(({ type, name, origin }) => {
      const { actor, verb, requestId, address } = origin ?? {};
      return [type, name, actor, verb, requestId, address].join(" ");
    });
    const caller = (verb: string, id: string): string => `system:anonymous ${verb} ${id} 127.0.0.1`;
    expect(lines.filter((line) => line.includes(" dan "))).toEqual([
      `ADDED dan ${caller("create", "r-1")}`,
      `MODIFIED dan ${caller("update", "r-2")}`,
      `MODIFIED dan ${caller("update", "r-3")}`,
      `MODIFIED dan ${caller("update", "r-4")}`,
      `MODIFIED dan system:plugin:people POST /apis/api.people.example.com/v1alpha1/people/{name}/birthday r-5 127.0.0.1`,
      `MODIFIED dan system:controller:people/aging update  `,
      `DELETED dan ${caller("delete", "r-6")}`,
    ]);
    expect(lines).toContain("ADDED ann system:plugin:people create  ");
    expect(lines).toContain(`DELETED ann ${caller("delete", "r-7")}`);
    expect(lines).toContain("ADDED eve system:service create  ");
  });

  it("is in metadata.lastChangedBy where the model asks for it, whatever a caller sends", async () => {
    const model = { ...personModel, lastChangedBy: true };
    server = await startPeople(database, {
      plugins: [{ ...peoplePlugin(model), manifests: false, controllers: [] }],
    });
    const { url, service } = server;
    const people = service.resource(model);
    const forged = { name: "dan", lastChangedBy: "root" };
    const created = await exchange(url, send("POST", "", { metadata: forged, spec: { name: "Dan" } }));
    expect(created).toMatchObject({
      status: 201,
      json: { metadata: { version: 1, lastChangedBy: "system:anonymous" } },
    });
    expect((await people.update("dan", { spec: { age: 3 } })).metadata).toMatchObject({
      lastChangedBy: "system:service",
    });
    const same = { metadata: { ...forged, lastChangedBy: "system:anonymous" }, spec: { name: "Dan", age: 3 } };
    expect((await exchange(url, send("PUT", "/dan", same))).json).toMatchObject({
      metadata: { version: 2, lastChangedBy: "system:service" },
    });
    const status = await exchange(url, send("PUT", "/dan/status", { status: { greeting: "hi" } }));
    expect(status.json).toMatchObject({ metadata: { version: 3, lastChangedBy: "system:anonymous" } });
    await people.update("dan", { metadata: { finalizers: ["a.b/c"] } });
    const marked = await exchange(url, send("DELETE", "/dan"));
    expect(marked.json).toMatchObject({ metadata: { version: 5, lastChangedBy: "system:anonymous" } });
  });

  it("is not in metadata otherwise", async () => {
    server = await startPeople(database);
    const forged = { name: "dan", lastChangedBy: "root" };
    const created = await exchange(server.url, send("POST", "", { metadata: forged, spec: { name: "Dan" } }));
    expect(created.status).toBe(201);
    expect(created.json).not.toHaveProperty("metadata.lastChangedBy");
  });

  it("is who deletes the target where a reference cascades, and in the background the service's own controller", async () => {
    server = await startPeople(database, { plugins: [{ ...tracker, hooks: [], controllers: [] }], root: tracker.root });
    const { service } = server;
    const [issues, comments] = [service.resource(issueModel), service.resource(commentModel)];
    await service.resource(projectModel).create({ metadata: { name: "all" }, spec: { title: "All" } });
    await issues.create({ metadata: { name: "one" }, spec: { title: "One", project: "all" } });
    await comments.create({ metadata: { name: "first" }, spec: { issue: "one", text: "x" } });
    await issues.delete("one");
    expect(await comments.exists("first")).toBe(false);
    const originOf = async (type: string, name: string): Promise<unknown> =>
      (await service.store.changesAfter(0)).findLast((change) => change.type === type && change.name === name)?.origin;
    expect(await originOf("DELETED", "first")).toEqual(await originOf("DELETED", "one"));
    expect(await originOf("DELETED", "first")).toMatchObject({ verb: "delete" });
    await issues.create({ metadata: { name: "two" }, spec: { title: "Two", project: "all" } });
    const finalizers = ["tracker.example.com/hold"];
    await comments.create({ metadata: { name: "held", finalizers }, spec: { issue: "two", text: "x" } });
    await issues.delete("two");
    await expect
      .poll(async () => (await comments.get("held")).metadata.deletionTimestamp, { timeout: 30_000 })
      .toBeDefined();
    expect(await originOf("MODIFIED", "held")).toEqual({
      actor: expect.stringMatching(/^system:controller:tracker\/references to issues\./) as string,
      verb: "delete",
    });
  });
});
