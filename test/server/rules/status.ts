import { person, send, step, type Rule } from "../rule.js";

const merge = { "content-type": "application/merge-patch+json" };
const json = { "content-type": "application/json-patch+json" };

const refused = {
  status: 422,
  body: { code: "Invalid", errors: [{ path: "/status", code: "subresource" }] },
};

export const statusRules: readonly Rule[] = [
  {
    rule: "a status sent with a new object is refused, naming /status",
    steps: [
      step(send("POST", "", person({ status: { greeting: "hi" } })), refused),
      step(send("GET", "/$name"), { status: 404 }),
    ],
  },
  {
    rule: "the main endpoint takes a status that is absent or as it is stored, and refuses another",
    steps: [
      step(send("POST", "", person()), { status: 201 }),
      step(send("PUT", "/$name/status", { status: { greeting: "hi" } }), { status: 200 }),
      step(send("PUT", "/$name", person({ spec: { age: 1 } })), { status: 200, body: { status: { greeting: "hi" } } }),
      step(send("PUT", "/$name", person({ spec: { age: 2 }, status: { greeting: "hi" } })), {
        status: 200,
        headers: { etag: '"$uid.4.v1alpha1"' },
        body: { spec: { age: 2 }, status: { greeting: "hi" } },
      }),
      step(send("PUT", "/$name", person({ spec: { age: 3 }, status: { greeting: "ho" } })), refused),
      step(send("PATCH", "/$name", { status: { greeting: "ho" } }, merge), refused),
      step(send("PATCH", "/$name", { status: null }, merge), refused),
      step(send("PATCH", "/$name", { status: { greeting: "hi" } }, merge), { status: 200 }),
      step(send("GET", "/$name"), { status: 200, headers: { etag: '"$uid.4.v1alpha1"' } }),
    ],
  },
  {
    rule: "/status writes status and nothing else",
    steps: [
      step(send("POST", "", person({ spec: { age: 1 } })), { status: 201 }),
      step(send("PATCH", "/$name/status", { spec: { age: 2 }, status: { greeting: "hi" } }, merge), {
        status: 200,
        body: { spec: { age: 1 }, status: { greeting: "hi" } },
      }),
    ],
  },
  {
    rule: "GET of /status answers the whole object",
    steps: [
      step(send("POST", "", person()), { status: 201 }),
      step(send("GET", "/$name/status"), {
        status: 200,
        headers: { etag: '"$uid.1.v1alpha1"' },
        body: { spec: { name: "$name" } },
      }),
    ],
  },
  {
    rule: "PUT of /status changes status only",
    steps: [
      step(send("POST", "", person({ spec: { age: 1 }, metadata: { labels: { "a.b/c": "d" } } })), { status: 201 }),
      step(send("PUT", "/$name/status", { spec: { age: 151 }, metadata: { labels: {} }, status: { greeting: "hi" } }), {
        status: 200,
        headers: { etag: '"$uid.2.v1alpha1"' },
        body: { spec: { age: 1 }, metadata: { labels: { "a.b/c": "d" } }, status: { greeting: "hi" } },
      }),
      step(send("PUT", "/$name/status", {}), { status: 200, absent: [["status"]] }),
    ],
  },
  {
    rule: "PATCH of /status changes status only, by either format",
    steps: [
      step(send("POST", "", person()), { status: 201 }),
      step(send("PATCH", "/$name/status", { spec: { age: 9 }, status: { greeting: "hi" } }, merge), {
        status: 200,
        body: { status: { greeting: "hi" } },
        absent: [["spec", "age"]],
      }),
      step(
        send(
          "PATCH",
          "/$name/status",
          [
            { op: "replace", path: "/status/greeting", value: "ho" },
            { op: "add", path: "/spec/age", value: 9 },
          ],
          json,
        ),
        { status: 200, body: { status: { greeting: "ho" } }, absent: [["spec", "age"]] },
      ),
    ],
  },
  {
    rule: "an unchanged status stores nothing",
    steps: [
      step(send("POST", "", person()), { status: 201 }),
      step(send("PUT", "/$name/status", { status: { greeting: "hi" } }), { status: 200 }),
      step(send("PUT", "/$name/status", { status: { greeting: "hi" } }), {
        status: 200,
        headers: { etag: '"$uid.2.v1alpha1"' },
      }),
    ],
  },
  {
    rule: "status keeps the schema, the version and If-Match",
    steps: [
      step(send("POST", "", person()), { status: 201 }),
      step(send("PUT", "/$name/status", { status: { greeting: 7 } }), {
        status: 422,
        code: "Invalid",
        causes: ["/status/greeting"],
      }),
      step(send("PUT", "/$name/status", { status: { greting: "hi" } }), { status: 422, causes: ["/status/greting"] }),
      step(send("PUT", "/$name/status", { stauts: {} }), { status: 422, causes: ["/stauts"] }),
      step(send("PUT", "/$name/status", { metadata: { version: 2 }, status: {} }), {
        status: 409,
        code: "Conflict",
        body: { currentVersion: 1 },
      }),
      step(send("PUT", "/$name/status", { status: {} }, { "if-match": '"$uid.2.v1alpha1"' }), { status: 412 }),
      step(send("PUT", "/$name/status", { metadata: { name: "$other" }, status: {} }), {
        status: 400,
        code: "BadRequest",
      }),
    ],
  },
];
