import { person, send, step, type Rule } from "../rule.js";

const merge = { "content-type": "application/merge-patch+json" };
const json = { "content-type": "application/json-patch+json" };
const hold = "people.example.com/hold";
const held = { finalizers: [hold] };
const labelled = (name: string): object =>
  person({ metadata: { name, labels: { "a.b/row": "$name" } }, spec: { name } });

export const deleteRules: readonly Rule[] = [
  {
    rule: "without finalizers an object is gone, and its last state is answered with 200",
    steps: [
      step(send("POST", "", person({ spec: { age: 4 } })), { status: 201 }),
      step(send("DELETE", "/$name"), {
        status: 200,
        headers: { etag: '"$uid.1.v1alpha1"' },
        body: { metadata: { version: 1 }, spec: { age: 4 } },
        absent: [["metadata", "deletionTimestamp"]],
      }),
      step(send("GET", "/$name"), { status: 404 }),
      step(send("DELETE", "/$name"), { status: 404 }),
    ],
  },
  {
    rule: "with finalizers it is declared as deleted and stays readable",
    steps: [
      step(send("POST", "", person({ metadata: held })), { status: 201 }),
      step(send("DELETE", "/$name"), {
        status: 200,
        headers: { etag: '"$uid.2.v1alpha1"' },
        body: { metadata: { version: 2, finalizers: [hold] } },
        pattern: [["metadata", "deletionTimestamp"], /Z$/],
      }),
      step(send("GET", "/$name"), { status: 200, pattern: [["metadata", "deletionTimestamp"], /Z$/] }),
    ],
  },
  {
    rule: "on repeats the first deletionTimestamp stays, and nothing is stored",
    steps: [
      step(send("POST", "", person({ metadata: held })), { status: 201 }),
      step(send("DELETE", "/$name"), { status: 200, headers: { etag: '"$uid.2.v1alpha1"' } }),
      step(send("DELETE", "/$name"), {
        status: 200,
        headers: { etag: '"$uid.2.v1alpha1"' },
        body: { metadata: { version: 2 } },
      }),
    ],
  },
  {
    rule: "the answer to DELETE says what a deletion waits for and since when, on repeats too; nothing where the object is gone",
    steps: [
      step(send("POST", "", person({ metadata: { finalizers: [hold, "people.example.com/other"] } })), { status: 201 }),
      step(send("DELETE", "/$name"), {
        status: 200,
        headers: {
          warning:
            /^299 - "deleting since 20[^ ]*Z, held by the finalizers people\.example\.com\/hold, people\.example\.com\/other"$/,
        },
        body: { metadata: { finalizers: [hold, "people.example.com/other"] } },
      }),
      step(send("PUT", "/$name", person({ metadata: held })), { status: 200, headers: { warning: null } }),
      step(send("DELETE", "/$name"), {
        status: 200,
        headers: { warning: /^299 - "deleting since 20[^ ]*Z, held by the finalizer people\.example\.com\/hold"$/ },
        body: { metadata: held },
      }),
      step(send("PUT", "/$name", person()), { status: 200 }),
      step(send("POST", "", person()), { status: 201 }),
      step(send("DELETE", "/$name"), { status: 200, headers: { warning: null } }),
    ],
  },
  {
    rule: "an update that empties the finalizers of such an object removes it",
    steps: [
      step(send("POST", "", person({ metadata: { finalizers: [hold, "people.example.com/other"] } })), { status: 201 }),
      step(send("DELETE", "/$name"), { status: 200 }),
      step(send("PUT", "/$name", person({ metadata: { finalizers: ["people.example.com/other"] } })), { status: 200 }),
      step(send("GET", "/$name"), { status: 200 }),
      step(send("PUT", "/$name", person()), { status: 200, pattern: [["metadata", "deletionTimestamp"], /Z$/] }),
      step(send("GET", "/$name"), { status: 404 }),
    ],
  },
  {
    rule: "a patch may empty them as well, by either format",
    steps: [
      step(send("POST", "", person({ metadata: held })), { status: 201 }),
      step(send("DELETE", "/$name"), { status: 200 }),
      step(send("PATCH", "/$name", { metadata: { finalizers: null } }, merge), { status: 200 }),
      step(send("GET", "/$name"), { status: 404 }),
      step(send("POST", "", person({ metadata: held })), { status: 201 }),
      step(send("DELETE", "/$name"), { status: 200 }),
      step(send("PATCH", "/$name", [{ op: "remove", path: "/metadata/finalizers/0" }], json), { status: 200 }),
      step(send("GET", "/$name"), { status: 404 }),
      step(send("POST", "", person({ metadata: held })), { status: 201 }),
      step(send("DELETE", "/$name"), { status: 200 }),
      step(send("PATCH", "/$name", { metadata: { finalizers: [] } }, merge), {
        status: 200,
        headers: { etag: '"$uid.9.v1alpha1"' },
        body: { metadata: { version: 9, finalizers: [] } },
      }),
      step(send("GET", "/$name"), { status: 404 }),
      step(send("POST", "", person({ metadata: held })), { status: 201, headers: { etag: '"$uid.10.v1alpha1"' } }),
    ],
  },
  {
    rule: "adding a finalizer while terminating is 422",
    steps: [
      step(send("POST", "", person({ metadata: held })), { status: 201 }),
      step(send("DELETE", "/$name"), { status: 200 }),
      step(send("PUT", "/$name", person({ metadata: { finalizers: [hold, "people.example.com/late"] } })), {
        status: 422,
        code: "Invalid",
        causes: ["/metadata/finalizers/1"],
      }),
      step(send("PUT", "/$name", person({ metadata: { finalizers: ["people.example.com/late"] } })), {
        status: 422,
        causes: ["/metadata/finalizers/0"],
      }),
      step(send("PATCH", "/$name", { metadata: { finalizers: [hold, "a.b/c", "a.b/d"] } }, merge), {
        status: 422,
        causes: ["/metadata/finalizers/1", "/metadata/finalizers/2"],
      }),
      step(send("PATCH", "/$name", [{ op: "add", path: "/metadata/finalizers/-", value: "a.b/c" }], json), {
        status: 422,
        causes: ["/metadata/finalizers/1"],
      }),
      step(send("GET", "/$name"), { status: 200, headers: { etag: '"$uid.2.v1alpha1"' }, body: { metadata: held } }),
    ],
  },
  {
    rule: "the status of a terminating object can be written, and does not remove it",
    steps: [
      step(send("POST", "", person({ metadata: held })), { status: 201 }),
      step(send("DELETE", "/$name"), { status: 200 }),
      step(send("PUT", "/$name/status", { metadata: { finalizers: [] }, status: { greeting: "bye" } }), {
        status: 200,
        headers: { etag: '"$uid.3.v1alpha1"' },
        body: { metadata: held, status: { greeting: "bye" } },
        pattern: [["metadata", "deletionTimestamp"], /Z$/],
      }),
      step(send("PATCH", "/$name/status", { status: { greeting: null } }, merge), { status: 200 }),
      step(send("GET", "/$name"), { status: 200, headers: { etag: '"$uid.4.v1alpha1"' } }),
    ],
  },
  {
    rule: "a body of DELETE must be of a size that is taken, and readable if it is JSON; others mean nothing",
    steps: [
      step(send("POST", "", person()), { status: 201 }),
      step(send("DELETE", "/$name", `${" ".repeat(3 * 1024 * 1024)}{}`), { status: 413, code: "TooLarge" }),
      step(send("DELETE", "/$name", "{"), { status: 400, code: "BadRequest" }),
      step(send("DELETE", "/$name", { preconditions: { uid: 7, version: "1" } }), {
        status: 422,
        causes: ["/preconditions/uid", "/preconditions/version"],
      }),
      step(send("DELETE", "/$name", "{", { "content-type": "text/plain" }), { status: 200 }),
    ],
  },
  {
    rule: "a DELETE that carries another uid or version is a Conflict, and deletes nothing",
    steps: [
      step(send("POST", "", person()), { status: 201 }),
      step(send("DELETE", "/$name", { preconditions: { uid: "another" } }), {
        status: 409,
        code: "Conflict",
        causes: ["/metadata/uid"],
      }),
      step(send("DELETE", "/$name", { preconditions: { uid: "$uid", version: 2 } }), { status: 409, code: "Conflict" }),
      step(send("GET", "/$name"), { status: 200 }),
      step(send("DELETE", "/$name", { kind: "DeleteOptions", preconditions: { uid: "$uid", version: 1 } }), {
        status: 200,
      }),
      step(send("GET", "/$name"), { status: 404 }),
    ],
  },
  {
    rule: "the creation of a name that was deleted begins after its last version, so that a version that was read is nobody else's",
    steps: [
      step(send("POST", "", person()), { status: 201, body: { metadata: { version: 1 } } }),
      step(send("PUT", "/$name", person({ spec: { age: 1 } })), { status: 200, body: { metadata: { version: 2 } } }),
      step(send("DELETE", "/$name"), { status: 200 }),
      step(send("POST", "", person({ spec: { age: 5 } })), { status: 201, body: { metadata: { version: 3 } } }),
      ...[1, 2].map((version) =>
        step(send("PUT", "/$name", person({ metadata: { version }, spec: { age: 9 } })), {
          status: 409,
          code: "Conflict",
          body: { currentVersion: 3 },
        }),
      ),
      step(send("PUT", "/$name", person({ metadata: { uid: "another" } })), { status: 409, code: "Conflict" }),
      step(send("PATCH", "/$name", { metadata: { uid: "another" }, spec: { age: 9 } }, merge), { status: 409 }),
      step(send("PUT", "/$name/status", { metadata: { uid: "another" }, status: {} }), { status: 409 }),
      step(send("PUT", "/$name", person({ metadata: { uid: "$uid", version: 3 }, spec: { age: 6 } })), {
        status: 200,
        body: { metadata: { uid: "$uid", version: 4 }, spec: { age: 6 } },
      }),
      step(send("POST", "", person()), { status: 409, code: "AlreadyExists" }),
      step(send("DELETE", "/$name"), { status: 200 }),
      step(send("POST", "", person()), { status: 201, body: { metadata: { version: 5 } } }),
    ],
  },
  {
    rule: "clearing deletionTimestamp while terminating is 422",
    steps: [
      step(send("POST", "", person({ metadata: held })), { status: 201 }),
      step(send("DELETE", "/$name"), { status: 200 }),
      step(send("PUT", "/$name", person({ metadata: { ...held, deletionTimestamp: null } })), {
        status: 422,
        causes: ["/metadata/deletionTimestamp"],
      }),
      step(send("PATCH", "/$name", { metadata: { deletionTimestamp: null } }, merge), {
        status: 422,
        causes: ["/metadata/deletionTimestamp"],
      }),
      step(send("PATCH", "/$name", [{ op: "remove", path: "/metadata/deletionTimestamp" }], json), {
        status: 422,
        causes: ["/metadata/deletionTimestamp"],
      }),
    ],
  },
  {
    rule: "a terminating object can still be changed otherwise",
    steps: [
      step(send("POST", "", person({ metadata: held })), { status: 201 }),
      step(send("DELETE", "/$name"), { status: 200 }),
      step(send("PUT", "/$name", person({ metadata: held, spec: { age: 8 } })), {
        status: 200,
        body: { spec: { age: 8 } },
      }),
    ],
  },
  {
    rule: "If-Match is honoured on delete",
    steps: [
      step(send("POST", "", person()), { status: 201 }),
      step(send("DELETE", "/$name", undefined, { "if-match": '"$uid.2.v1alpha1"' }), {
        status: 412,
        code: "PreconditionFailed",
      }),
      step(send("GET", "/$name"), { status: 200 }),
      step(send("DELETE", "/$name", undefined, { "if-match": '"$uid.1.v1alpha1"' }), { status: 200 }),
    ],
  },
  {
    rule: "a collection delete takes the list's selectors and answers what it deleted",
    steps: [
      step(send("POST", "", labelled("$name")), { status: 201 }),
      step(send("POST", "", labelled("$other")), { status: 201 }),
      step(send("DELETE", "?labelSelector=a.b/row=$name&fieldSelector=metadata.name!=$other"), {
        status: 200,
        body: { kind: "PersonList", total: 1, items: [{ metadata: { name: "$name" } }] },
      }),
      step(send("GET", "/$name"), { status: 404 }),
      step(send("GET", "/$other"), { status: 200 }),
      step(send("DELETE", "?labelSelector=a.b/row=$name&fieldSelector=(metadata.name=$name|metadata.name=$other)"), {
        status: 200,
        body: { total: 1, items: [{ metadata: { name: "$other" } }] },
      }),
      step(send("DELETE", "?labelSelector=a.b/row=$name"), { status: 200, body: { total: 0, items: [] } }),
    ],
  },
  {
    rule: "a collection delete declares objects with finalizers as deleted",
    steps: [
      step(send("POST", "", person({ metadata: { ...held, labels: { "a.b/row": "$name" } } })), { status: 201 }),
      step(send("DELETE", "?labelSelector=a.b/row=$name"), {
        status: 200,
        body: { total: 1, items: [{ metadata: { finalizers: [hold] } }] },
      }),
      step(send("GET", "/$name"), { status: 200, pattern: [["metadata", "deletionTimestamp"], /Z$/] }),
    ],
  },
  {
    rule: "a collection delete with a mistake in its selection deletes nothing",
    steps: [
      step(send("POST", "", labelled("$name")), { status: 201 }),
      step(send("DELETE", "?labelSelector=a.b/row=$name&lableSelector=x"), { status: 400, code: "InvalidQuery" }),
      step(send("DELETE", "?labelSelector=a.b/row=$name,,"), { status: 400, code: "InvalidQuery" }),
      step(send("DELETE", "?labelSelector="), {
        status: 400,
        code: "InvalidQuery",
        body: { errors: [{ path: "labelSelector", column: 1 }] },
      }),
      step(send("DELETE", "?labelSelector=a.b/row=$name&fieldSelector=%20"), {
        status: 400,
        code: "InvalidQuery",
        causes: ["fieldSelector"],
      }),
      step(send("DELETE", "?labelSelector=a.b/row=$name&size=1"), {
        status: 400,
        code: "InvalidQuery",
        causes: ["size"],
      }),
      step(send("GET", "/$name"), { status: 200 }),
    ],
  },
];
