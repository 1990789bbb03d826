import { person, send, step, type Rule } from "../rule.js";

const held = { finalizers: ["people.example.com/hold"] };

export const updateRules: readonly Rule[] = [
  {
    rule: "PUT puts the body in the object's place and answers 200 with its entity tag",
    steps: [
      step(send("POST", "", person({ spec: { age: 1, tags: ["a"] }, metadata: { labels: { "a.b/c": "d" } } })), {
        status: 201,
      }),
      step(send("PUT", "/$name", person({ spec: { age: 2 } })), {
        status: 200,
        headers: { etag: '"$uid.2.v1alpha1"' },
        body: { spec: { age: 2 } },
        absent: [
          ["spec", "tags"],
          ["metadata", "labels"],
        ],
      }),
    ],
  },
  {
    rule: "PUT to an unknown name is 404 and creates nothing",
    steps: [step(send("PUT", "/$name", person()), { status: 404 }), step(send("GET", "/$name"), { status: 404 })],
  },
  {
    rule: "the name may be left out of the body",
    steps: [
      step(send("POST", "", person()), { status: 201 }),
      step(send("PUT", "/$name", { spec: { name: "$name", age: 3 } }), {
        status: 200,
        body: { metadata: { name: "$name" } },
      }),
    ],
  },
  {
    rule: "a metadata.version that differs is 409 Conflict with currentVersion, and stores nothing",
    steps: [
      step(send("POST", "", person()), { status: 201 }),
      step(send("PUT", "/$name", person({ spec: { age: 1 } })), { status: 200 }),
      step(send("PUT", "/$name", person({ metadata: { version: 1 }, spec: { age: 9 } })), {
        status: 409,
        code: "Conflict",
        body: { currentVersion: 2 },
      }),
      step(send("PUT", "/$name", person({ metadata: { version: 3 }, spec: { age: 9 } })), {
        status: 409,
        code: "Conflict",
      }),
      step(send("GET", "/$name"), { status: 200, body: { metadata: { version: 2 }, spec: { age: 1 } } }),
      step(send("PUT", "/$name", person({ metadata: { version: 2 }, spec: { age: 9 } })), {
        status: 200,
        body: { metadata: { version: 3 } },
      }),
    ],
  },
  {
    rule: "a metadata.version that is no whole number is 422",
    steps: [
      step(send("POST", "", person()), { status: 201 }),
      step(send("PUT", "/$name", person({ metadata: { version: "1" } })), {
        status: 422,
        causes: ["/metadata/version"],
      }),
      step(send("PUT", "/$name", person({ metadata: { version: null } })), {
        status: 422,
        causes: ["/metadata/version"],
      }),
    ],
  },
  {
    rule: "without a version an update is unconditional",
    steps: [
      step(send("POST", "", person()), { status: 201 }),
      step(send("PUT", "/$name", person({ spec: { age: 1 } })), { status: 200 }),
      step(send("PUT", "/$name", person({ spec: { age: 2 } })), { status: 200, body: { metadata: { version: 3 } } }),
    ],
  },
  {
    rule: "If-Match is honoured: 412 where it differs, and nothing is stored",
    steps: [
      step(send("POST", "", person()), { status: 201 }),
      step(send("PUT", "/$name", person({ spec: { age: 1 } }), { "if-match": '"$uid.7.v1alpha1"' }), {
        status: 412,
        code: "PreconditionFailed",
      }),
      step(send("PUT", "/$name", person({ spec: { age: 1 } }), { "if-match": 'W/"$uid.1.v1alpha1"' }), { status: 412 }),
      step(send("PUT", "/$name", person({ spec: { age: 1 } }), { "if-match": "1" }), {
        status: 400,
        code: "BadRequest",
      }),
      step(send("GET", "/$name"), { status: 200, headers: { etag: '"$uid.1.v1alpha1"' } }),
      step(send("PUT", "/$name", person({ spec: { age: 1 } }), { "if-match": '"$uid.1.v1alpha1"' }), {
        status: 200,
        headers: { etag: '"$uid.2.v1alpha1"' },
      }),
      step(send("PUT", "/$name", person({ spec: { age: 2 } }), { "if-match": "*" }), { status: 200 }),
      step(
        send("PUT", "/$name", person({ spec: { age: 3 } }), {
          "if-match": '"$uid.9.v1alpha1" , W/"$uid.3.v1alpha1","$uid.3.v1alpha1"',
        }),
        { status: 200 },
      ),
      step(
        send("PUT", "/$name", person({ spec: { age: 9 } }), { "if-match": ['"$uid.7.v1alpha1"', '"$uid.8.v1alpha1"'] }),
        { status: 412 },
      ),
      step(
        send("PUT", "/$name", person({ spec: { age: 4 } }), { "if-match": ['"$uid.7.v1alpha1"', '"$uid.4.v1alpha1"'] }),
        { status: 200 },
      ),
      step(send("PUT", "/$name", person({ spec: { age: 9 } }), { "if-none-match": "*" }), { status: 412 }),
      step(send("PUT", "/$other", person({ metadata: { name: "$other" } }), { "if-match": "*" }), { status: 404 }),
    ],
  },
  {
    rule: "where the body has a version and there is an If-Match, both must be the stored one",
    steps: [
      step(send("POST", "", person()), { status: 201 }),
      step(
        send("PUT", "/$name", person({ metadata: { version: 1 }, spec: { age: 9 } }), {
          "if-match": '"$uid.2.v1alpha1"',
        }),
        {
          status: 412,
          code: "PreconditionFailed",
        },
      ),
      step(
        send("PUT", "/$name", person({ metadata: { version: 2 }, spec: { age: 9 } }), {
          "if-match": '"$uid.1.v1alpha1"',
        }),
        {
          status: 409,
          code: "Conflict",
          body: { currentVersion: 1 },
        },
      ),
      step(send("GET", "/$name"), { status: 200, headers: { etag: '"$uid.1.v1alpha1"' } }),
      step(
        send("PUT", "/$name", person({ metadata: { version: 1 }, spec: { age: 1 } }), {
          "if-match": '"$uid.1.v1alpha1"',
        }),
        {
          status: 200,
          headers: { etag: '"$uid.2.v1alpha1"' },
        },
      ),
    ],
  },
  {
    rule: "creationTimestamp and deletionTimestamp keep their stored values",
    steps: [
      step(send("POST", "", person({ metadata: held })), { status: 201 }),
      step(
        send(
          "PUT",
          "/$name",
          person({
            metadata: { ...held, creationTimestamp: "2000-01-01T00:00:00Z", deletionTimestamp: "2000-01-01T00:00:00Z" },
          }),
        ),
        {
          status: 200,
          body: { metadata: { version: 1 } },
          absent: [["metadata", "deletionTimestamp"]],
          pattern: [["metadata", "creationTimestamp"], /^20[2-9]/],
        },
      ),
      step(send("DELETE", "/$name"), { status: 200 }),
      step(send("PUT", "/$name", person({ metadata: held, spec: { age: 5 } })), {
        status: 200,
        pattern: [["metadata", "deletionTimestamp"], /^20[2-9]/],
      }),
    ],
  },
  {
    rule: "an identical PUT stores nothing and bumps nothing, whatever the order of its fields",
    steps: [
      step(
        send(
          "POST",
          "",
          person({ spec: { age: 1, tags: ["a"] }, metadata: { labels: { "a.b/c": "1", "a.b/d": "2" } } }),
        ),
        { status: 201 },
      ),
      step(
        send(
          "PUT",
          "/$name",
          '{"spec":{"tags":["a"],"age":1,"name":"$name"},"metadata":{"labels":{"a.b/d":"2","a.b/c":"1"}}}',
        ),
        { status: 200, headers: { etag: '"$uid.1.v1alpha1"' }, body: { metadata: { version: 1 } } },
      ),
      step(
        send(
          "PUT",
          "/$name",
          person({ spec: { age: 1, tags: ["a", "a"] }, metadata: { labels: { "a.b/c": "1", "a.b/d": "2" } } }),
        ),
        { status: 200, headers: { etag: '"$uid.2.v1alpha1"' } },
      ),
    ],
  },
  {
    rule: "what breaks the schema is 422 on update too, and stores nothing",
    steps: [
      step(send("POST", "", person({ spec: { age: 1 } })), { status: 201 }),
      step(send("PUT", "/$name", person({ spec: { age: 151, gender: "X" } })), {
        status: 422,
        code: "Invalid",
        causes: ["/spec/age", "/spec/gender"],
      }),
      step(send("GET", "/$name"), { status: 200, body: { metadata: { version: 1 }, spec: { age: 1 } } }),
    ],
  },
  {
    rule: "taking another object's unique value is 409, keeping one's own is not",
    steps: [
      step(send("POST", "", person()), { status: 201 }),
      step(send("POST", "", person({ metadata: { name: "$other" }, spec: { name: "$other" } })), { status: 201 }),
      step(send("PUT", "/$other", { spec: { name: "$name" } }), {
        status: 409,
        code: "DuplicateIndexValue",
        body: { owner: "$name" },
      }),
      step(send("PATCH", "/$other", { spec: { name: "$name" } }, { "content-type": "application/merge-patch+json" }), {
        status: 409,
        code: "DuplicateIndexValue",
        body: { index: "spec.name", value: "$name", owner: "$name" },
      }),
      step(send("PUT", "/$other", { spec: { name: "$other", age: 1 } }), { status: 200 }),
    ],
  },
  {
    rule: "a value that was given up can be taken",
    steps: [
      step(send("POST", "", person()), { status: 201 }),
      step(send("PUT", "/$name", { spec: { name: "$name gone" } }), { status: 200 }),
      step(send("POST", "", person({ metadata: { name: "$other" } })), { status: 201 }),
    ],
  },
];
