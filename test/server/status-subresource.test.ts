import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunningServer } from "@cmgen/runtime";
import { databases, peoplePlugin, startPeople } from "./people-server.js";
import { holdsAt, person, send, step, type Rule } from "./rule.js";

const merge = { "content-type": "application/merge-patch+json" };

const refused = {
  status: 422,
  body: { code: "Invalid", errors: [{ path: "/status", code: "subresource" }] },
};

/** The contract's rules for a model with `subresources: { status: true }`. */
const rules: readonly Rule[] = [
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
];

describe.each(databases)("the status subresource on %s", (database) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startPeople(database, { plugins: [peoplePlugin({ statusSubresource: true })] });
  });
  afterAll(() => server.close());

  it.each(rules.map((row) => [row.rule, row] as const))("%s", async (_, row) => {
    await expect(holdsAt(server.url, row)).resolves.toBeUndefined();
  });
});
