import { collection, person, send, step, type Rule } from "../rule.js";

const apiVersion = "people.example.com/v1alpha1";
const yaml = { "content-type": "application/yaml" };
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

export const envelopeRules: readonly Rule[] = [
  {
    rule: "JSON goes in and comes out, as UTF-8",
    steps: [
      step(
        send("POST", "", person({ spec: { tags: ["é", "😀", "日本"] } }), {
          "content-type": "application/json; charset=utf-8",
        }),
        { status: 201 },
      ),
      step(send("GET", "/$name"), {
        status: 200,
        headers: { "content-type": "application/json" },
        body: { spec: { tags: ["é", "😀", "日本"] } },
      }),
    ],
  },
  {
    rule: "a UTF-8 byte order mark is no part of the body",
    steps: [step(send("POST", "", `\ufeff${JSON.stringify(person())}`), { status: 201 })],
  },
  {
    rule: "a body may be YAML, with the same rules",
    steps: [
      step(send("POST", "", "metadata: {name: $name}\nspec:\n  name: $name\n  age: 7\n", yaml), {
        status: 201,
        body: { spec: { age: 7 } },
      }),
      step(send("PUT", "/$name", "spec: {name: $name, age: '7'}", yaml), {
        status: 422,
        code: "Invalid",
        causes: ["/spec/age"],
      }),
      step(send("POST", "", "a: [", yaml), { status: 400, code: "BadRequest" }),
      step(send("PUT", "/$name", "spec:\n  name: $name # its own\n  tags: [a, 'b']\n", yaml), {
        status: 200,
        headers: { "content-type": "application/json", etag: '"$uid.2.v1alpha1"' },
        body: { spec: { tags: ["a", "b"] } },
      }),
      step(send("PUT", "/$name/status", "status: {greeting: hi}", { "content-type": "application/x-yaml" }), {
        status: 200,
        body: { status: { greeting: "hi" } },
      }),
      step(send("PATCH", "/$name", "spec: {age: 1}", yaml), { status: 415, code: "UnsupportedMediaType" }),
    ],
  },
  {
    rule: "400 BadRequest: YAML that is not one document, gives a key twice, writes what JSON has no words for, or repeats itself without end",
    steps: [
      step(send("POST", "", "a: 1\n---\nb: 2", yaml), { status: 400, code: "BadRequest" }),
      step(send("POST", "", "", yaml), { status: 400, code: "BadRequest" }),
      step(send("POST", "", "# nothing\n", yaml), { status: 400, code: "BadRequest" }),
      step(send("POST", "", "a: 1\na: 2", yaml), { status: 400, code: "BadRequest" }),
      step(send("POST", "", "a: .inf", yaml), { status: 400, code: "BadRequest" }),
      step(send("POST", "", "a: !!js/function 'f'", yaml), { status: 400, code: "BadRequest" }),
      step(send("POST", "", "a: &a [*a]", yaml), { status: 400, code: "BadRequest" }),
      step(
        send(
          "POST",
          "",
          `a: &a [x, x, x, x, x, x, x, x, x]\n${["ba", "cb", "dc", "ed", "fe", "gf", "hg"]
            .map(([key = "", of = ""]) => `${key}: &${key} [${`*${of}, `.repeat(9)}]`)
            .join("\n")}`,
          yaml,
        ),
        { status: 400, code: "BadRequest" },
      ),
    ],
  },
  {
    rule: "metadata.version is 1 on create and one more on every stored change",
    steps: [
      step(send("POST", "", person()), { status: 201, body: { metadata: { version: 1 } } }),
      step(send("PUT", "/$name", person({ spec: { age: 1 } })), { status: 200, body: { metadata: { version: 2 } } }),
      step(send("PUT", "/$name", person({ spec: { age: 2 } })), { status: 200, body: { metadata: { version: 3 } } }),
    ],
  },
  {
    rule: "timestamps that the service makes are ISO 8601 in UTC with milliseconds",
    steps: [step(send("POST", "", person()), { status: 201, pattern: [["metadata", "creationTimestamp"], timestamp] })],
  },
  {
    rule: "apiVersion and kind may be left out and are answered",
    steps: [step(send("POST", "", person()), { status: 201, body: { apiVersion, kind: "Person" } })],
  },
  {
    rule: "the envelope is answered in one order, whatever order it came in",
    steps: [
      step(
        send(
          "POST",
          "",
          '{"spec":{"name":"$name"},"metadata":{"labels":{"a.b/c":"d"},"name":"$name"},"kind":"Person"}',
        ),
        {
          status: 201,
          starts:
            '{"apiVersion":"people.example.com/v1alpha1","kind":"Person","metadata":{"name":"$name","uid":"$uid","creationTimestamp":',
        },
      ),
    ],
  },
  {
    rule: "unknown fields are refused and never dropped, wherever they are",
    steps: [
      step(send("POST", "", person({ spce: {}, spec: { agee: 1 }, metadata: { lables: {} } })), {
        status: 422,
        code: "Invalid",
        causes: ["/spce", "/spec/agee", "/metadata/lables"],
      }),
    ],
  },
  {
    rule: "types are not coerced",
    steps: [
      step(send("POST", "", person({ spec: { age: "18" } })), { status: 422, causes: ["/spec/age"] }),
      step(send("POST", "", person({ spec: { age: true } })), { status: 422, causes: ["/spec/age"] }),
      step(send("POST", "", person({ spec: { tags: "a" } })), { status: 422, causes: ["/spec/tags"] }),
      step(send("POST", "", person({ spec: { age: null } })), { status: 422, causes: ["/spec/age"] }),
    ],
  },
  {
    rule: "paths match exactly: case, slashes and all",
    steps: [
      step(send("GET", "!/apis/people.example.com/v1alpha1/People"), { status: 404, code: "NotFound" }),
      step(send("GET", "/"), { status: 404, code: "NotFound" }),
      step(send("GET", `!/${collection}`), { status: 404, code: "NotFound" }),
      step(send("GET", "!/apis/people.example.com/v1alpha2/people"), { status: 404, code: "NotFound" }),
      step(send("GET", "!/apis/people.example.com/v1alpha1"), { status: 404, code: "NotFound" }),
      step(send("POST", "", person()), { status: 201 }),
      ...["/$name/", "//$name", "/./$name", "/../people/$name", "/$name/..", "/$name//status", "/$name/status/"].map(
        (below) => step(send("GET", below), { status: 404, code: "NotFound" }),
      ),
      step(send("GET", "/x%2f$name"), { status: 404, code: "NotFound" }),
      step(send("GET", "/$name%00"), { status: 404, code: "NotFound" }),
    ],
  },
  {
    rule: "percent-encoding a plain character does not change a path",
    steps: [
      step(send("POST", "", person()), { status: 201 }),
      step(send("GET", "!/apis/people.example.com/v1alpha1/%70eople/$name"), { status: 200 }),
      step(send("GET", "/%72ule-nobody"), { status: 404, code: "NotFound" }),
      step(send("GET", "/$name/%73tatus"), { status: 200 }),
      step(send("DELETE", "/$name?"), { status: 200 }),
    ],
  },
  {
    rule: "a path may come with the address it is at, as through a proxy",
    steps: [
      step(send("POST", "", person()), { status: 201 }),
      step(send("GET", `!http://$host${collection}/$name`), { status: 200 }),
      step(send("GET", "!http://$host"), { status: 303, headers: { location: "/docs" } }),
      step(send("GET", "!http://"), { status: 400, code: "BadRequest" }),
    ],
  },
];
