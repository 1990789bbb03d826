import { collection, person, send, step, type Rule } from "../rule.js";

export const createRules: readonly Rule[] = [
  {
    rule: "POST answers 201 with Location and ETag",
    steps: [
      step(send("POST", "", person()), {
        status: 201,
        headers: { location: `${collection}/$name`, etag: '"$uid.1.v1alpha1"' },
        body: { metadata: { name: "$name", version: 1 } },
      }),
      step(send("GET", "/$name"), { status: 200, headers: { etag: '"$uid.1.v1alpha1"' } }),
    ],
  },
  {
    rule: "a taken name is 409 AlreadyExists, also where a unique value is taken too",
    steps: [
      step(send("POST", "", person()), { status: 201 }),
      step(send("POST", "", person()), { status: 409, code: "AlreadyExists" }),
      step(send("POST", "", person({ spec: { name: "$other" } })), { status: 409, code: "AlreadyExists" }),
    ],
  },
  {
    rule: "without a name, generateName is completed with a random suffix",
    steps: [
      step(send("POST", "", { metadata: { generateName: "$name-" }, spec: { name: "$name" } }), {
        status: 201,
        headers: { location: /-[a-z0-9]{8}$/ },
      }),
      step(send("POST", "", { metadata: { generateName: "$name-" }, spec: { name: "$other" } }), {
        status: 201,
        headers: { location: /-[a-z0-9]{8}$/ },
      }),
    ],
  },
  {
    rule: "a name wins over generateName, which is not stored",
    steps: [
      step(send("POST", "", person({ metadata: { generateName: "x-" } })), {
        status: 201,
        headers: { location: `${collection}/$name` },
      }),
      step(send("PUT", "/$name", person()), { status: 200, body: { metadata: { version: 1 } } }),
    ],
  },
  {
    rule: "without either, 422",
    steps: [
      step(send("POST", "", { spec: { name: "$name" } }), { status: 422, code: "Invalid", causes: ["/metadata/name"] }),
      step(send("POST", "", { metadata: {}, spec: { name: "$name" } }), { status: 422, causes: ["/metadata/name"] }),
      step(send("POST", "", { metadata: { generateName: "Not-" }, spec: { name: "$name" } }), {
        status: 422,
        causes: ["/metadata/name", "/metadata/generateName"],
      }),
    ],
  },
  {
    rule: "server-owned creationTimestamp, deletionTimestamp and version in the body are ignored, whatever they are",
    steps: [
      step(
        send(
          "POST",
          "",
          person({ metadata: { creationTimestamp: "2000-01-01T00:00:00Z", deletionTimestamp: 7, version: "seven" } }),
        ),
        {
          status: 201,
          body: { metadata: { version: 1 } },
          absent: [["metadata", "deletionTimestamp"]],
          pattern: [["metadata", "creationTimestamp"], /^20[2-9]/],
        },
      ),
    ],
  },
  {
    rule: "a taken value of a unique index is 409 with index, value and owner, and stores nothing",
    steps: [
      step(send("POST", "", person()), { status: 201 }),
      step(send("POST", "", person({ metadata: { name: "$other" } })), {
        status: 409,
        code: "DuplicateIndexValue",
        body: { index: "spec.name", value: "$name", owner: "$name" },
      }),
      step(send("GET", "/$other"), { status: 404 }),
    ],
  },
  {
    rule: "If-None-Match: * and If-Match: * on a create change nothing; an entity tag never holds there",
    steps: [
      step(send("POST", "", person(), { "if-match": '"$uid.1.v1alpha1"' }), {
        status: 412,
        code: "PreconditionFailed",
      }),
      step(send("GET", "/$name"), { status: 404 }),
      step(send("POST", "", person(), { "if-match": "*" }), { status: 201 }),
      step(
        send("POST", "", person({ metadata: { name: "$other" }, spec: { name: "$other" } }), { "if-none-match": "*" }),
        {
          status: 201,
        },
      ),
    ],
  },
];
