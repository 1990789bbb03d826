import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BatchBuilder, createBatch } from "@cmgen/client/batch";
import { silentLog, startServer, type RunningServer } from "@cmgen/runtime";
import { createClient } from "../../examples/tracker/dist/generated/v1alpha1/client.js";
import { plugin } from "../../examples/tracker/dist/generated/plugin.js";
import { createDatabase } from "../postgres/create-database.js";
import { databases } from "../server/people-server.js";

describe.each(databases)("a batch of a client on %s", (database) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer({
      plugins: [{ ...plugin, manifests: false, controllers: [] }],
      root: plugin.root,
      port: 0,
      databaseUrl: database === "sqlite" ? ":memory:" : await createDatabase(),
      log: silentLog,
    });
    await server.started;
  });
  afterAll(() => server.close());

  const clients = () => createClient({ baseUrl: server.url });

  it("writes objects of several types, which refer to each other", async () => {
    const { batch, issues, projects } = clients();
    const [issue, project] = await batch((b) => {
      const house = b(projects).create({ spec: { title: "House" } });
      const roof = b(issues).create({ metadata: { name: "roof" }, spec: { title: "Roof", project: house.name } });
      b(issues).apply({ metadata: { name: "door" }, spec: { title: "Door", project: house.name } });
      b(issues).update("door", { spec: { state: "closed" } });
      b(issues).patch("roof", [{ op: "add", path: "/spec/tags", value: ["a"] }]);
      return [roof, house];
    });
    expect(issue.spec).toMatchObject({ title: "Roof", project: project.metadata.name });
    expect((await issues.get("roof")).spec.tags).toEqual(["a"]);
    expect((await issues.get("door")).spec.state).toBe("closed");
  });

  it("rejects with every cause, and nothing is written", async () => {
    const { batch, issues, projects } = clients();
    const before = (await projects.list()).total;
    const refused = batch((b) => {
      b(projects).create({ spec: { title: "Garden" } });
      b(issues).delete("nobody");
      return [b(issues).create({ spec: { title: "", project: "nowhere" } })];
    });
    await expect(refused).rejects.toMatchObject({
      code: "NotFound",
      problem: { errors: [{ path: "/operations/1" }, { path: "/operations/2/object/spec/title" }] },
    });
    const byReference = batch((b) => {
      b(projects).create({ metadata: { name: "shed" }, spec: { title: "" } });
      b(issues).create({ metadata: { name: "paint" }, spec: { title: "Paint", project: "shed" } });
      return [b(issues).create({ metadata: { name: "dig" }, spec: { title: "Dig", project: "nowhere" } })];
    });
    // That the shed is not there has the cause that is named.
    await expect(byReference).rejects.toMatchObject({
      code: "Invalid",
      problem: {
        errors: [{ path: "/operations/0/object/spec/title" }, { path: "/operations/2/object/spec/project" }],
      },
    });
    expect((await projects.list()).total).toBe(before);
    const stale = await issues.get("door");
    const taken = batch((b) => [b(issues).create({ metadata: { name: "door" }, spec: stale.spec })]);
    await expect(taken).rejects.toThrow('There is an issue "door" already.');
    const conflict = batch((b) => [b(issues).delete("door", { ifMatch: { ...stale.metadata, version: 99 } })]);
    await expect(conflict).rejects.toMatchObject({ code: "Conflict" });
  });

  it("does each for itself where that is asked", async () => {
    const { batch, issues } = clients();
    const [gone, door] = await batch.each((b) => [b(issues).delete("nobody"), b(issues).delete("door")]);
    expect(gone.problem).toMatchObject({ code: "NotFound" });
    expect(door.object?.metadata.name).toBe("door");
  });

  it("is given to the call that loads it and to the next one, with the options of both", async () => {
    const seen: (string | undefined)[] = [];
    const { batch, issues } = createClient({
      baseUrl: server.url,
      headers: { "x-of": "client" },
      fetch: async (url, init) => {
        seen.push(init.headers["x-of"]);
        return fetch(url, init);
      },
    });
    const gone = () => batch.each((b) => [b(issues).delete("nobody")], { headers: { "x-of": "call" } });
    const [[outcome], refusal] = await Promise.all([
      gone(),
      batch((b) => [b(issues).delete("nobody")]).catch((error: unknown) => error),
    ]);
    expect(outcome.problem?.code).toBe("NotFound");
    expect(refusal).toMatchObject({ code: "NotFound" });
    await gone();
    expect(seen.toSorted()).toEqual(["call", "call", "client"]);
    const failure = new Error("mine");
    const failing = batch(() => {
      throw failure;
    });
    await expect(failing).rejects.toBe(failure);
    await expect(batch(() => [], { signal: AbortSignal.abort(failure) })).rejects.toBe(failure);
  });

  it("sends nothing where the function returns anything but operations begun in it", async () => {
    const { issues } = clients();
    const sent: string[] = [];
    const batch = createBatch({
      baseUrl: server.url,
      fetch: (url) => {
        sent.push(url);
        return Promise.reject(new Error("It was sent"));
      },
    });
    // What JavaScript lets happen, and casts do.
    const returning = (make: (b: BatchBuilder) => unknown) => batch(make as (b: BatchBuilder) => []);
    await expect(returning(async (b) => [b(issues).delete("roof")])).rejects.toThrow("must not be async");
    await expect(returning(() => Promise.reject(new Error("first")))).rejects.toThrow("must not be async");
    await expect(returning((b) => void b(issues).delete("roof"))).rejects.toThrow("or [], not undefined");
    await expect(returning((b) => b(issues).delete("roof"))).rejects.toThrow("or [], not object");
    await expect(returning((b) => [b(issues).delete("roof"), { name: "roof" }])).rejects.toThrow("Entry 1 of the list");
    expect(sent).toEqual([]);
    expect(await batch.each(() => []).catch((error: { code: string }) => error.code)).toBe("NetworkError");
  });

  it("is done once, however often it is sent", async () => {
    const { issues, projects } = clients();
    let sent = 0;
    const batch = createBatch({
      baseUrl: server.url,
      retry: { initialDelay: "1ms" },
      fetch: async (url, init) => {
        const answer = await fetch(url, init);
        sent += 1;
        // It was done, and its answer is lost.
        if (sent < 3) throw new TypeError("The network failed");
        return answer;
      },
    });
    const before = (await projects.list()).total;
    const [project] = await batch((b) => [b(projects).create({ metadata: { name: "once" }, spec: { title: "Once" } })]);
    expect([sent, project.metadata.version, (await projects.list()).total]).toEqual([3, 1, before + 1]);
    expect(await issues.exists("once")).toBe(false);
  });
});
