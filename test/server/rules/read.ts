import { person, send, step, type Rule } from "../rule.js";

export const readRules: readonly Rule[] = [
  {
    rule: "GET answers 200 with the version as a strong entity tag",
    steps: [
      step(send("POST", "", person()), { status: 201 }),
      step(send("GET", "/$name"), {
        status: 200,
        headers: { etag: '"1"', "content-type": "application/json" },
        body: { metadata: { name: "$name" }, spec: { name: "$name" } },
      }),
    ],
  },
  {
    rule: "If-None-Match gives 304, with the entity tag and no body",
    steps: [
      step(send("POST", "", person()), { status: 201 }),
      step(send("GET", "/$name", undefined, { "if-none-match": '"1"' }), {
        status: 304,
        headers: { etag: '"1"', "content-length": null },
        empty: true,
      }),
      step(send("GET", "/$name", undefined, { "if-none-match": '"2", W/"1"' }), { status: 304, empty: true }),
      step(send("GET", "/$name", undefined, { "if-none-match": '"2"' }), { status: 200 }),
      step(send("PUT", "/$name", person({ spec: { age: 1 } })), { status: 200 }),
      step(send("GET", "/$name", undefined, { "if-none-match": '"1"' }), { status: 200, headers: { etag: '"2"' } }),
    ],
  },
  {
    rule: "HEAD works wherever GET does: the same headers, no body",
    steps: [
      step(send("POST", "", person()), { status: 201 }),
      step(send("HEAD", "/$name"), { status: 200, headers: { etag: '"1"', "content-length": /^\d+$/ }, empty: true }),
      step(send("HEAD", "/$name", undefined, { "if-none-match": '"1"' }), { status: 304, empty: true }),
      step(send("HEAD", ""), { status: 200, headers: { "content-type": "application/json" }, empty: true }),
      step(send("HEAD", "/$name/status"), { status: 200, empty: true }),
      step(send("HEAD", "/$other"), { status: 404, empty: true }),
      step(send("HEAD", "!/healthz"), { status: 200, empty: true }),
    ],
  },
  {
    rule: "OPTIONS answers 204 with what is allowed",
    steps: [
      step(send("OPTIONS", ""), { status: 204, headers: { allow: "GET, POST, DELETE, HEAD, OPTIONS" }, empty: true }),
      step(send("OPTIONS", "/$name"), { status: 204, headers: { allow: "GET, PUT, PATCH, DELETE, HEAD, OPTIONS" } }),
      step(send("OPTIONS", "/$name/status"), { status: 204, headers: { allow: "GET, PUT, PATCH, HEAD, OPTIONS" } }),
    ],
  },
  {
    rule: "answers of size are compressed for who takes it",
    steps: [
      step(
        send("POST", "", person({ metadata: { annotations: { "a.b/text": "x".repeat(4000) } } }), {
          "accept-encoding": "gzip",
        }),
        { status: 201, headers: { "content-encoding": "gzip", vary: "accept-encoding" } },
      ),
      step(send("GET", "/$name", undefined, { "accept-encoding": "gzip, br" }), {
        status: 200,
        headers: { "content-encoding": "br", etag: '"1"' },
      }),
      step(send("GET", "/$name", undefined, { "accept-encoding": "identity" }), {
        status: 200,
        headers: { "content-encoding": null, vary: "accept-encoding" },
        body: { metadata: { name: "$name" } },
      }),
      step(send("GET", "?fieldSelector=metadata.name=$name", undefined, { "accept-encoding": "br" }), {
        status: 200,
        headers: { "content-encoding": "br" },
      }),
    ],
  },
];
