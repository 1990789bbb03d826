import fc from "fast-check";
import { expect, test } from "vitest";

import type { EndpointMethod, EndpointModel, ProjectModel } from "../../model/model.js";
import { model, named, object, project, ref, scalar, string } from "../../model/type-builders.test.fixture.js";
import { compiler } from "../../read/compiler.js";
import { openapiDocument } from "../openapi/emit-openapi.js";
import { endpointChecksEmitter } from "./emit-endpoint-checks.js";

const { span, documentation } = model("Thing", string());
const part = { required: true, documentation, span };
const draft = object({ text: string(), "count?": { type: scalar("integer"), default: 1 } });
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

function endpoint(method: EndpointMethod, path: string, sent = "Draft"): EndpointModel {
  const body = method === "GET" || method === "DELETE" ? undefined : { ...part, type: ref(sent) };
  const query = { ...part, type: object({ "limit?": { type: scalar("integer"), default: 10 } }) };
  return { method, path, documentation, span, types: { query, ...(body && { body }) } };
}

function projectOf(endpoints: readonly EndpointModel[], ...types: readonly string[]): ProjectModel {
  const module = { module: "src/endpoints/x.ts", name: "x", base: "/apis/api.things.example.com/v1alpha1", endpoints };
  const all = ["Draft", ...types].map((name) => named(name, draft));
  return { ...project([model("Thing", object({}))], all), endpoints: [module] };
}

/** Names that the emitted module declares at its top. Throws where it is not TypeScript. */
function declaredNames(given: ProjectModel): readonly string[] {
  const [file] = endpointChecksEmitter().emit(given, { outDir: "src/generated", prismaDir: "prisma" });
  const text = file?.contents ?? "";
  const { diagnostics } = compiler.transpileModule(text, { reportDiagnostics: true });
  expect((diagnostics ?? []).map(({ messageText }) => messageText)).toEqual([]);
  return compiler.createSourceFile("x.ts", text, compiler.ScriptTarget.ES2022).statements.flatMap((statement) => {
    if (compiler.isFunctionDeclaration(statement)) return statement.name?.text ?? [];
    if (!compiler.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.map(({ name }) => (compiler.isIdentifier(name) ? name.text : ""));
  });
}

function operationIds(given: ProjectModel): readonly (string | undefined)[] {
  return Object.values(openapiDocument(given).paths).flatMap(({ get, post, put, patch, delete: remove }) =>
    [get, post, put, patch, remove].flatMap((operation) => (operation === undefined ? [] : [operation.operationId])),
  );
}

/** Names that are declared twice, and names of operations that are used twice or are no plain words. */
function wrongNames(given: ProjectModel): readonly (string | undefined)[] {
  const names = declaredNames(given);
  const ids = operationIds(given);
  return [
    ...names.filter((name, at) => names.indexOf(name) < at),
    ...ids.filter((id, at) => ids.indexOf(id) < at || !/^[A-Za-z0-9]+$/.test(id ?? "")),
  ];
}

test("a path that ends in a parameter is checked", () => {
  const given = projectOf([endpoint("PUT", "/notes/{slug}")]);
  expect(declaredNames(given)).toEqual(
    expect.arrayContaining(["validatePutNotesSlugBody", "validatePutNotesSlugQuery"]),
  );
  expect(operationIds(given)).toContain("publicPutNotesSlug");
});

test("paths that have the same words have functions and operations of their own", () => {
  const paths = ["/notes/{slug}", "/notes/slug", "/notes-slug", "/notes.slug"];
  expect(wrongNames(projectOf(paths.map((path) => endpoint("PUT", path))))).toEqual([]);
});

test("a type that is called as a body would be keeps its name", () => {
  expect(wrongNames(projectOf([endpoint("POST", "/notes", "PostNotesBody")], "PostNotesBody"))).toEqual([]);
});

const segment = fc.oneof(
  fc.constantFrom(
    "notes",
    "{slug}",
    "{a_b}",
    "slug",
    "a-b",
    "a.b",
    "1",
    "-",
    "~",
    "名前",
    "größe",
    "%20",
    "'",
    "\\",
    "$x",
    "*",
  ),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 5 }).filter((text) => !/[/{}]/.test(text)),
);
const endpoints = fc.uniqueArray(
  fc.record({
    method: fc.constantFrom(...methods),
    path: fc.array(segment, { minLength: 1, maxLength: 3 }).map((segments) => `/${segments.join("/")}`),
  }),
  { minLength: 1, maxLength: 6, selector: ({ method, path }) => `${method} ${path}` },
);

test("every method with every path is checked by functions of its own", () => {
  fc.assert(
    fc.property(endpoints, (paths) => {
      const given = projectOf(paths.map(({ method, path }) => endpoint(method, path)));
      expect(wrongNames(given)).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
