import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

import type { OpenApiConfig } from "../../config/openapi-config.js";
import type { ProjectModel } from "../../model/model.js";
import { people, person } from "../../model/people.test.fixture.js";
import type { JsonSchema } from "../../schema/json-schema.js";
import type { OpenApiDocument, Operation } from "./document.js";
import { openapiDocument, openapiEmitter } from "./emit-openapi.js";
import { partDescriptions } from "./shared-schemas.js";

test("a model has its collection, its objects and their status", () => {
  const { paths } = openapiDocument(people);
  const collection = "/apis/people.example.com/v1alpha1/people";
  expect(Object.keys(paths)).toEqual([
    collection,
    `${collection}/{name}`,
    `${collection}/{name}/status`,
    "/apis/-/batch",
  ]);
  expect(Object.keys(paths[collection] ?? {})).toEqual(["x-cmgen-resource", "get", "post", "delete"]);
});

test("a model without a status has no path for it", () => {
  const { status: _, ...withoutStatus } = person;
  const { paths } = openapiDocument({ ...people, models: [withoutStatus] });
  expect(Object.keys(paths).filter((path) => path.endsWith("/status"))).toEqual([]);
});

test("title, description, version, servers and security are what the config says", () => {
  const securitySchemes = {
    token: { type: "http", scheme: "bearer" },
    login: { type: "openIdConnect", openIdConnectUrl: "https://id.example.com/.well-known/openid-configuration" },
  } as const;
  const config = {
    title: "People",
    description: "Who is who.",
    version: "2.0.0",
    servers: [{ url: "https://people.example.com" }],
    securitySchemes,
    security: [{ token: [] }, { login: [] }],
  };
  const document = openapiDocument(people, config);
  expect(document.info).toMatchObject({ title: "People", description: "Who is who.", version: "2.0.0" });
  expect(document.servers).toEqual(config.servers);
  expect(document.security).toEqual(config.security);
  expect(document.components.securitySchemes).toEqual(securitySchemes);
  const operations = Object.values(document.paths).flatMap(({ get, put, post }) =>
    [get, put, post].filter((operation) => operation !== undefined),
  );
  for (const { responses } of operations) expect(Object.keys(responses)).toEqual(expect.arrayContaining(["default"]));
});

test("without a config it is what package.json says, open to all, and without schemes", () => {
  const { info, servers, security, components } = openapiDocument(people);
  expect(info).toMatchObject({ title: people.name, version: people.version });
  expect({ servers, security }).toEqual({ servers: [{ url: "/" }], security: [] });
  expect(components).not.toHaveProperty("securitySchemes");
});

test("operations are named for a client: by collection where it is about many, by kind where it is about one", () => {
  const { paths } = openapiDocument(people);
  const operations = Object.values(paths).flatMap(({ get, post, put, patch, delete: remove, head }) =>
    [get, head, post, put, patch, remove].filter((operation) => operation !== undefined),
  );
  expect(operations.map(({ operationId }) => operationId)).toEqual([
    "listPeople",
    "createPerson",
    "deleteAllPeople",
    "readPerson",
    "headPerson",
    "updatePerson",
    "patchPerson",
    "deletePerson",
    "readPersonStatus",
    "updatePersonStatus",
    "patchPersonStatus",
    "doBatch",
  ]);
});

test("is printed with a line for each operation and property, and reads back as it was", () => {
  const [file] = openapiEmitter({}).emit(people, { outDir: "src/generated", prismaDir: "prisma" });
  const contents = file?.contents ?? "";
  expect(JSON.parse(contents)).toEqual(openapiDocument(people));
  const lines = contents.split("\n");
  expect(lines.filter((line) => line.includes('"operationId"'))).toHaveLength(12);
  expect(lines.filter((line) => line.startsWith('\t\t\t"PersonInput":{'))).toHaveLength(1);
  expect(lines.filter((line) => /^\t+"tags":\{"type":"array"/.test(line))).toHaveLength(1);
});

test("what operations share is said once: refusals by what an operation does, bodies and answers by model", () => {
  const { paths, components } = openapiDocument(people);
  const put = paths["/apis/people.example.com/v1alpha1/people/{name}"]?.put;
  expect(put).toMatchObject({
    requestBody: { $ref: "#/components/requestBodies/PersonRequest" },
    responses: {
      "200": { $ref: "#/components/responses/Person" },
      "404": { $ref: "#/components/responses/NotFound" },
      default: { $ref: "#/components/responses/WriteProblem" },
    },
  });
  expect(components.responses["WriteProblem"]?.description).toContain("409 `Conflict` or `DuplicateIndexValue`");
  expect(components.schemas["WriteProblem"]?.properties?.["status"]?.enum).toEqual([
    400, 401, 403, 404, 406, 409, 412, 413, 415, 422, 429, 500, 503,
  ]);
});

test("deletes of a model with hooks may be refused by them, and only they", () => {
  const model = { module: "src/generated/v1alpha1/models", name: "personModel", span: person.span };
  const hooked = { ...people, hooks: [{ module: "src/hooks/person", name: "person", model }] };
  const { paths, components } = openapiDocument(hooked);
  const refused = Object.values(paths).flatMap((item) =>
    Object.values(item).flatMap((operation) =>
      "operationId" in operation && "422" in operation.responses ? [operation.operationId] : [],
    ),
  );
  expect(refused).toEqual(["deleteAllPeople", "deletePerson"]);
  expect(components.responses).toHaveProperty("HookProblem");
  expect(openapiDocument(people).components.responses).not.toHaveProperty("HookProblem");
});

test("the text that Extension gives every model's parts is said once, and an author's own is kept", () => {
  const envelope = readFileSync(new URL("../../../../model/src/envelope/extension.ts", import.meta.url), "utf8");
  const input = ({ components }: OpenApiDocument): JsonSchema | undefined =>
    components.schemas["PersonInput"]?.properties?.["spec"];
  for (const text of Object.values(partDescriptions)) expect(envelope).toContain(`/** ${text} */`);
  const spec = (description: string) => ({ ...person.spec!, documentation: { description } });
  const documentWith = (description: string) =>
    openapiDocument({ ...people, models: [{ ...person, spec: spec(description) }] });
  expect(input(documentWith(partDescriptions.spec))).not.toHaveProperty("description");
  expect(input(documentWith("What we know of somebody."))).toHaveProperty("description");
});

test.each(["Object", "ObjectMeta", "Problem", "Exists", "Patch", "List"])(
  "a model of the kind %s takes no name from what all models share",
  (kind) => {
    const sharedNames = Object.keys(openapiDocument(people).components.schemas).filter((name) => !/Person/.test(name));
    const shared = openapiDocument(people).components;
    const { components } = openapiDocument({ ...people, models: [person, { ...person, kind, plural: "others" }] });
    for (const name of sharedNames) expect(components.schemas[name]).toEqual(shared.schemas[name]);
    for (const section of ["responses", "parameters", "requestBodies"] as const) {
      expect(components[section]).toMatchObject(shared[section]);
      expect(Object.keys(components[section]).length).toBe(Object.keys(shared[section]).length + 1);
    }
  },
);

test("a kind in two versions has operations and schemas of each, told apart by version", () => {
  const second = { ...person, version: "v1beta1" };
  const { paths, components } = openapiDocument({ ...people, models: [person, second] });
  expect(paths["/apis/people.example.com/v1alpha1/people"]?.get?.operationId).toBe("listPeopleV1alpha1");
  expect(paths["/apis/people.example.com/v1beta1/people"]?.post?.operationId).toBe("createPersonV1beta1");
  expect(Object.keys(components.schemas)).toEqual(
    expect.arrayContaining(["StoredPersonV1alpha1", "PersonV1beta1Input"]),
  );
});

test("a type that has the name of something else in the document gives way", () => {
  const problem = { ...people.types[0]!, name: "Problem" };
  const spec = { ...person.spec!, type: { ...person.spec!.type, shape: "ref", name: "Problem" } as const };
  const { components } = openapiDocument({
    ...people,
    models: [{ ...person, spec }],
    types: [problem, ...people.types],
  });
  expect(components.schemas["Problem"]?.required).toContain("status");
  expect(components.schemas["Problem2"]?.required).toEqual(["name"]);
});

test("a collection says what a client has to know of its resource", () => {
  const { "x-cmgen": extension, paths } = openapiDocument(people);
  expect(extension).toEqual({ format: 1 });
  expect(paths["/apis/people.example.com/v1alpha1/people"]?.["x-cmgen-resource"]).toEqual({
    kind: "Person",
    indexes: [
      { name: "spec.name", unique: true },
      { name: "spec.age", type: "integer", order: "DESC" },
      { name: "initial" },
      { name: "spec.tags", multi: true },
    ],
  });
});

test("a resource with names of its own says them", () => {
  const twin = { ...person, version: "v1", singular: "human" };
  const { paths } = openapiDocument({ ...people, models: [person, twin] });
  expect(paths["/apis/people.example.com/v1/people"]?.["x-cmgen-resource"]).toMatchObject({
    singular: "human",
    schemas: { input: "PersonV1Input", stored: "StoredPersonV1" },
  });
});

describe("a service that says who may do what", () => {
  const emitted = (project: ProjectModel, config: OpenApiConfig = {}): OpenApiDocument =>
    JSON.parse(
      openapiEmitter(config).emit(project, { outDir: "src/generated", prismaDir: "prisma" })[0]?.contents ?? "",
    ) as OpenApiDocument;
  const withFile: ProjectModel = { ...people, access: { module: "src/access.ts" } };

  test("documents how callers say who they are, and every operation's refusals", () => {
    const { security, components, paths } = emitted(withFile);
    expect(security).toEqual([{ bearer: [] }, { session: [] }, {}]);
    expect(components.securitySchemes).toMatchObject({ bearer: { scheme: "bearer" }, session: { in: "cookie" } });
    const operations = Object.values(paths).flatMap((item) =>
      Object.values(item).filter((member) => typeof member === "object" && "responses" in member),
    ) as Operation[];
    expect(operations.length).toBeGreaterThan(5);
    for (const { responses } of operations)
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(["401", "403", "503"]));
    expect(components.responses["Forbidden"]?.content).toHaveProperty("application/problem+json");
  });

  test("has what the config says of security in its place", () => {
    const own = {
      securitySchemes: { login: { type: "openIdConnect", openIdConnectUrl: "https://a.example" } },
    } as const;
    expect(emitted(withFile, own).components.securitySchemes).toHaveProperty("login");
    expect(emitted(withFile, own).components.securitySchemes).toHaveProperty("bearer");
    const whole = { ...own, security: [{ login: [] }] };
    expect(emitted(withFile, whole).security).toEqual(whole.security);
    expect(Object.keys(emitted(withFile, whole).components.securitySchemes ?? {})).toEqual(["login"]);
  });

  test("is documented as before without an access file", () => {
    expect(emitted(people).security).toEqual([]);
    expect(emitted(people).components.responses).not.toHaveProperty("Forbidden");
  });
});
