import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ApiError, silentLog, startServer, type Authorizer, type Plugin, type RunningServer } from "@cmgen/runtime";
import { createResourceRouter, type Service } from "@cmgen/runtime/codegen";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { plugin as people } from "../../examples/people/src/generated/plugin.js";
import { plugin as tasks } from "../../examples/tasks/src/generated/plugin.js";
import { createDatabase } from "../postgres/create-database.js";
import { DescribedApi, type DescribedOperation } from "./described-api.js";
import { HeldService } from "./held-service.js";
import { provocationsOf, roleOf, type SentObject, type Subject } from "./provocations.js";
import { databases } from "../tier.js";

/** What can be provoked of no operation, or not of these, and why. */
const outOfReach: readonly RegExp[] = [
  / 410$/, // Only a watch expires, and none is asked for here.
  /^delete[A-Z]\w* 422$/, // Hooks may refuse to delete; those of the examples do not.
  /^delete[A-Z]\w* 409$/, // A deletion names no version: it conflicts only after it has lost fifty races.
];

interface Example {
  readonly plugin: Plugin;
  /** By plural: a spec that is valid, and different for each number. */
  readonly specs: Readonly<Record<string, (number: number) => object>>;
  /** By plural: a field of the spec with a unique index. */
  readonly unique: Readonly<Record<string, string>>;
}

const examples: readonly Example[] = [
  {
    plugin: people,
    specs: { people: (number) => ({ name: `Person ${number}`, age: 30, tags: ["a"] }) },
    unique: { people: "name" },
  },
  {
    plugin: tasks,
    specs: {
      projects: (number) => ({ title: `Project ${number}`, code: `PRJ-${number}000` }),
      tasks: (number) => ({
        title: `Task ${number}`,
        // None that deletes of projects could hit: one that goes takes no new tasks.
        project: "cellar",
        planned: { start: "2030-01-01T00:00:00Z", end: "2030-01-02T00:00:00Z" },
        reminder: { type: "repeated", every: "2h" },
        steps: [{ id: "a", title: "A", addedBy: "ann" }],
        attachmentBytes: "9223372036854775807",
        fields: { colour: "red" },
        notification: {},
      }),
    },
    unique: { projects: "code" },
  },
];

/** Does as a header of the request says. */
const authorizer: Authorizer = ({ headers }) => {
  switch (headers["x-verdict"]) {
    case "unauthorized":
      return { decision: "unauthorized" };
    case "forbidden":
      return { decision: "forbidden" };
    case "busy":
      throw new ApiError("TooManyRequests", "Ask again later.", { headers: { "retry-after": "1" } });
    case "broken":
      throw new Error("The authorizer is broken.");
    default:
      return { decision: "allow" };
  }
};

async function start(plugin: Plugin, databaseUrl: string): Promise<RunningServer> {
  const options = { plugins: [plugin], root: plugin.root, host: "127.0.0.1", port: 0, log: silentLog };
  const server = await startServer({ ...options, databaseUrl, authorizer, limits: { maxBodyBytes: 65_536 } });
  await server.started;
  return server;
}

/** A query string for each example of each parameter. */
function exampleQueries({ parameters }: DescribedOperation): readonly string[] {
  return parameters
    .filter((parameter) => parameter.in === "query")
    .flatMap(({ name, schema, example, examples: several = {} }) => {
      const own = [...(example === undefined ? [] : [example]), ...Object.values(several).map(({ value }) => value)];
      const values = [...own, ...(schema.examples ?? [])];
      return values.map((value) => new URLSearchParams([value].flat().map((item) => [name, String(item)])).toString());
    });
}

let created = 0;

function subjectOf(service: HeldService, create: DescribedOperation, { specs, unique }: Example): Subject {
  const plural = create.path.slice(create.path.lastIndexOf("/") + 1);
  const spec = specs[plural];
  const field = unique[plural];
  if (spec === undefined) throw new Error(`There is no spec for ${plural}`);
  const fresh = (): SentObject => {
    created += 1;
    return { metadata: { name: `object-${created}` }, spec: spec(created) };
  };
  return {
    fresh,
    async stored(metadata) {
      const object = fresh();
      const body = { ...object, metadata: { ...object.metadata, ...metadata } };
      expect((await service.call(create, { body })).status).toBe(201);
      return body;
    },
    ...(field !== undefined && {
      clash: (object, other) => ({
        ...object,
        spec: { ...object.spec, [field]: (other.spec as Record<string, unknown>)[field] },
      }),
    }),
  };
}

/** The operation that creates objects where `operation` has them. */
function creatorFor(operation: DescribedOperation, api: DescribedApi): DescribedOperation {
  const collection = operation.path.split("/{name}")[0];
  const creator = api.operations.find(({ method, path }) => method === "POST" && path === collection);
  if (creator === undefined) throw new Error(`Nothing creates objects for ${operation.path}`);
  return creator;
}

const cases = examples.flatMap((example) =>
  databases.map((database) => ({ name: example.plugin.name, database, example })),
);

describe.each(cases)("openapi.json of $name is what is answered on $database", ({ example, database }) => {
  const api = new DescribedApi(new URL("openapi.json", example.plugin.root));
  const seen = new Set<string>();
  let server: RunningServer;
  let service: HeldService;

  beforeAll(async () => {
    server = await start(example.plugin, database === "sqlite" ? ":memory:" : await createDatabase());
    service = new HeldService(api, server.url, seen);
  });
  afterAll(() => server.close());

  describe.each(api.generated)("$operationId", (operation) => {
    test.each(provocationsOf(roleOf(operation)))("$status: $why", async ({ status, call }) => {
      const request = await call(subjectOf(service, creatorFor(operation, api), example));
      const answered = request === undefined ? status : (await service.call(operation, request)).status;
      expect(answered).toBe(status);
    });

    test("its examples are taken", async () => {
      for (const query of exampleQueries(operation)) {
        expect((await service.call(operation, { query })).status, query).toBe(200);
      }
      if (operation.method !== "POST") return;
      for (const [type, { example: body }] of Object.entries(operation.requestBody?.content ?? {})) {
        if (type !== "application/json" || body === undefined) continue;
        expect((await service.call(operation, { body })).status).toBe(201);
      }
    });
  });

  test("a batch is answered as it is documented", async () => {
    const { batch } = api;
    if (batch === undefined) throw new Error("The document has no batch");
    const { model } = example.plugin.resources[0] ?? {};
    const spec = example.specs[model?.plural ?? ""];
    if (model === undefined || spec === undefined) throw new Error("The example has no model");
    const kind = { apiVersion: `${model.group}/${model.version}`, kind: model.kind };
    const made = (name: string, number: number) => ({
      op: "create",
      object: { ...kind, metadata: { name }, spec: spec(number) },
    });
    const call = async (body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<number> =>
      (await service.call(batch, { body, headers })).status;
    const gone = { op: "delete", ...kind, name: "nobody" };
    expect(await call({ operations: [made("batch-1", 70_001), made("batch-2", 70_002)] })).toBe(200);
    expect(await call({ operations: [made("batch-1", 70_001), gone], atomic: false })).toBe(200);
    expect(await call({ operations: [made("batch-1", 70_003)] })).toBe(409);
    expect(await call({ operations: [gone] })).toBe(404);
    expect(await call({ operations: [{ op: "guess" }] })).toBe(422);
    expect(await call("{")).toBe(400);
    expect(await call("{}", { "content-type": "text/plain" })).toBe(415);
    expect(await call(`"${"x".repeat(33 * 1024 * 1024)}"`)).toBe(413);
    for (const [verdict, status] of [
      ["unauthorized", 401],
      ["forbidden", 403],
      ["busy", 429],
      ["broken", 500],
    ] as const)
      expect(await call({ operations: [gone] }, { "x-verdict": verdict })).toBe(status);
  });

  test("503: a plugin that could not start", async () => {
    const folder = mkdtempSync(join(tmpdir(), "cmgen-answers-"));
    mkdirSync(join(folder, "extensions"));
    writeFileSync(join(folder, "extensions", "bad.yaml"), "kind: Nothing\n");
    const failing = await startServer({
      plugins: [{ ...example.plugin, root: pathToFileURL(`${folder}/`) }],
      root: example.plugin.root,
      host: "127.0.0.1",
      port: 0,
      databaseUrl: ":memory:",
      log: silentLog,
    });
    try {
      await failing.started;
      const unready = new HeldService(api, failing.url, seen);
      for (const operation of api.generated) {
        expect((await unready.call(operation, { name: "any" })).status).toBe(503);
      }
    } finally {
      await failing.close();
      rmSync(folder, { recursive: true });
    }
  });

  test("404: the status of a model that has none, which the document leaves out", async () => {
    const withoutStatus = example.plugin.resources.map(({ model }) => ({ ...model, hasStatus: false }));
    const resources = withoutStatus.map((model) => ({
      model,
      createRouter: (route: Service) => createResourceRouter(route, model),
    }));
    const other = await start({ ...example.plugin, resources }, ":memory:");
    try {
      for (const { method, path } of api.operations.filter((operation) => operation.path.endsWith("/status"))) {
        const response = await fetch(other.url + path.replace("{name}", "any"), { method });
        expect(response.status).toBe(404);
        expect(await response.json()).toMatchObject({ code: "NotFound" });
      }
    } finally {
      await other.close();
    }
  });

  test("every status that is documented was answered", () => {
    const documented = api.generated.flatMap(({ operationId, responses }) =>
      Object.keys(responses).map((status) => `${operationId} ${status}`),
    );
    const reachable = documented.filter((answer) => !outOfReach.some((pattern) => pattern.test(answer)));
    expect(reachable.filter((answer) => !seen.has(answer))).toEqual([]);
  });
});
