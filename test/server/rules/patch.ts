import { person, send, step, type Rule } from "../rule.js";

const merge = { "content-type": "application/merge-patch+json" };
const json = { "content-type": "application/json-patch+json" };
const held = { finalizers: ["people.example.com/hold"] };

export const patchRules: readonly Rule[] = [
  {
    rule: "a merge patch sets, removes with null and replaces lists whole",
    steps: [
      step(send("POST", "", person({ spec: { age: 1, gender: "MALE", tags: ["a", "b"] } })), { status: 201 }),
      step(send("PATCH", "/$name", { spec: { age: 2, gender: null, tags: ["c"] } }, merge), {
        status: 200,
        headers: { etag: '"$uid.2.v1alpha1"' },
        body: { spec: { name: "$name", age: 2, tags: ["c"] } },
        absent: [["spec", "gender"]],
      }),
    ],
  },
  {
    rule: "a JSON Patch applies its operations in order, all or none",
    steps: [
      step(send("POST", "", person({ spec: { tags: ["a"] } })), { status: 201 }),
      step(
        send(
          "PATCH",
          "/$name",
          [
            { op: "test", path: "/spec/tags/0", value: "a" },
            { op: "add", path: "/spec/tags/-", value: "b" },
            { op: "add", path: "/spec/age", value: 3 },
          ],
          json,
        ),
        { status: 200, body: { spec: { tags: ["a", "b"], age: 3 } } },
      ),
      step(
        send(
          "PATCH",
          "/$name",
          [
            { op: "replace", path: "/spec/age", value: 4 },
            { op: "test", path: "/spec/age", value: 5 },
          ],
          json,
        ),
        { status: 422, code: "Invalid", causes: ["/1/value"] },
      ),
      step(send("PATCH", "/$name", [{ op: "remove", path: "/spec/gender" }], json), {
        status: 422,
        code: "Invalid",
        causes: ["/0/path"],
      }),
      step(send("PATCH", "/$name", { op: "remove" }, json), { status: 422, code: "Invalid" }),
      step(send("GET", "/$name"), { status: 200, body: { metadata: { version: 2 }, spec: { age: 3 } } }),
    ],
  },
  {
    rule: "another patch format is 415, with Accept-Patch",
    steps: [
      step(send("POST", "", person()), { status: 201 }),
      step(send("PATCH", "/$name", {}, { "content-type": "application/json" }), {
        status: 415,
        headers: { "accept-patch": "application/merge-patch+json, application/json-patch+json" },
      }),
      step(send("PATCH", "/$name", {}, { "content-type": "application/strategic-merge-patch+json" }), { status: 415 }),
    ],
  },
  {
    rule: "a patch's result passes the rules of an update",
    steps: [
      step(send("POST", "", person()), { status: 201 }),
      step(send("PATCH", "/$name", { spec: { age: 151 } }, merge), { status: 422, causes: ["/spec/age"] }),
      step(send("PATCH", "/$name", { spec: null }, merge), { status: 422, causes: ["/spec"] }),
      step(send("PATCH", "/$name", { spec: { nmae: 1 } }, merge), { status: 422, causes: ["/spec/nmae"] }),
      step(send("PATCH", "/$name", { metadata: { name: "$other" } }, merge), { status: 400, code: "BadRequest" }),
      step(send("PATCH", "/$name", { kind: "Human" }, merge), { status: 400, code: "BadRequest" }),
      step(send("PATCH", "/$name", { metadata: { version: 7 } }, merge), {
        status: 409,
        code: "Conflict",
        body: { currentVersion: 1 },
      }),
      step(send("PATCH", "/$name", [], merge), { status: 422, code: "Invalid" }),
      step(send("PATCH", "/$name", '"text"', merge), { status: 422, code: "Invalid" }),
      step(send("PATCH", "/$name", [{ op: "replace", path: "", value: null }], json), { status: 422, code: "Invalid" }),
    ],
  },
  {
    rule: "no patch changes what an object is: apiVersion, kind and name are 400, by either format",
    steps: [
      step(send("POST", "", person()), { status: 201 }),
      ...["apiVersion", "kind", "metadata/name"].flatMap((path) => [
        step(send("PATCH", "/$name", [{ op: "replace", path: `/${path}`, value: "other" }], json), {
          status: 400,
          code: "BadRequest",
          causes: [`/${path}`],
        }),
        step(send("PATCH", "/$name", [{ op: "remove", path: `/${path}` }], json), {
          status: 200,
          headers: { etag: '"$uid.1.v1alpha1"' },
        }),
      ]),
      step(send("PATCH", "/$name", { apiVersion: "people.example.com/v1" }, merge), {
        status: 400,
        causes: ["/apiVersion"],
      }),
      step(send("PATCH", "/$name", { apiVersion: null, kind: null, metadata: null }, merge), {
        status: 200,
        headers: { etag: '"$uid.1.v1alpha1"' },
        body: { kind: "Person", metadata: { name: "$name" } },
      }),
    ],
  },
  {
    rule: "a patch may carry the version it was made for, and If-Match is honoured",
    steps: [
      step(send("POST", "", person()), { status: 201 }),
      step(send("PATCH", "/$name", { metadata: { version: 1 }, spec: { age: 1 } }, merge), {
        status: 200,
        body: { metadata: { version: 2 } },
      }),
      step(send("PATCH", "/$name", { spec: { age: 2 } }, { ...merge, "if-match": '"$uid.1.v1alpha1"' }), {
        status: 412,
        code: "PreconditionFailed",
      }),
      step(send("PATCH", "/$name", { spec: { age: 2 } }, { ...merge, "if-match": '"$uid.2.v1alpha1"' }), {
        status: 200,
      }),
    ],
  },
  {
    rule: "a patch that changes nothing stores nothing",
    steps: [
      step(send("POST", "", person({ spec: { age: 1 } })), { status: 201 }),
      step(send("PATCH", "/$name", { spec: { age: 1 } }, merge), {
        status: 200,
        headers: { etag: '"$uid.1.v1alpha1"' },
      }),
      step(send("PATCH", "/$name", {}, merge), { status: 200, headers: { etag: '"$uid.1.v1alpha1"' } }),
      step(send("PATCH", "/$name", [], json), { status: 200, headers: { etag: '"$uid.1.v1alpha1"' } }),
    ],
  },
  {
    rule: "a patch cannot reach what the service owns",
    steps: [
      step(send("POST", "", person({ metadata: held })), { status: 201 }),
      step(send("PATCH", "/$name", { metadata: { creationTimestamp: "2000-01-01T00:00:00Z" } }, merge), {
        status: 200,
        headers: { etag: '"$uid.1.v1alpha1"' },
      }),
      step(send("PATCH", "/$name", { metadata: { deletionTimestamp: "2000-01-01T00:00:00Z" } }, merge), {
        status: 200,
        headers: { etag: '"$uid.1.v1alpha1"' },
        absent: [["metadata", "deletionTimestamp"]],
      }),
      step(send("PATCH", "/$name", [{ op: "remove", path: "/metadata/creationTimestamp" }], json), {
        status: 200,
        headers: { etag: '"$uid.1.v1alpha1"' },
      }),
    ],
  },
  {
    rule: "__proto__ in a patch is an unknown field",
    steps: [
      step(send("POST", "", person()), { status: 201 }),
      step(send("PATCH", "/$name", '{"spec":{"__proto__":{"age":1}}}', merge), {
        status: 422,
        causes: ["/spec/__proto__"],
      }),
      step(send("PATCH", "/$name", '[{"op":"add","path":"/spec/__proto__","value":{"age":1}}]', json), {
        status: 422,
        causes: ["/spec/__proto__"],
      }),
      step(send("PATCH", "/$name", '[{"op":"add","path":"/constructor/prototype/age","value":1}]', json), {
        status: 422,
        causes: ["/0/path"],
      }),
    ],
  },
];
