import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunningServer } from "@cmgen/runtime";
import { createDatabase } from "../postgres/create-database.js";
import { exchange, type Received, type Sent } from "../server/exchange.js";
import { makeOffice, startOffice, type Office } from "./office.js";
import { databases } from "../tier.js";

/** Its author lets everybody read, and means its own people by "everything". */
const accessOfPlugin = `import { defineAccess } from "./generated/access.js";
export default defineAccess({
  roles: {
    anonymous: { resources: { people: { verbs: ["read"] } }, pages: ["/metrics"] },
    keeper: { includes: ["admin"] },
    greeter: { endpoints: ["GET /apis/console.api.people.acme.example/v1/people/{name}/greeting"] },
  },
  bindings: { keeper: { users: ["eve"] } },
});
`;
const greeting = "GET /apis/console.api.people.acme.example/v1/people/{name}/greeting";
const accessOfService = `import { defineAccess } from "./generated/access.js";
export default defineAccess({
  authenticate: [
    ({ headers }) => {
      const name = headers["x-user"];
      return typeof name === "string" ? { name } : undefined;
    },
  ],
  roles: { caller: { endpoints: ["${greeting}"] } },
  narrow: {
    people: { verbs: ["get", "list", "update"], where: () => ({ "spec.age": { gte: 18 } }), hidden: ["spec.address"] },
  },
  bindings: { keeper: { users: ["kim"] }, greeter: { users: ["gus"] }, caller: { users: ["cal"] }, admin: { users: ["ada"] } },
});
`;

let office: Office;
beforeAll(async () => {
  office = await makeOffice({ "people-plugin/src/access.ts": accessOfPlugin });
  office.add("src/access.ts", accessOfService);
  await office.generate();
  office.compile();
}, 240_000);
afterAll(() => office.dispose());

const people = "/apis/people.acme.example/v1/people";
const rooms = "/apis/rooms.acme.example/v1/rooms";

describe.each(databases)("the access of a hosted plugin on %s", (database) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startOffice(office, {
      databaseUrl: database === "sqlite" ? ":memory:" : await createDatabase(),
    });
    for (const [name, age] of [
      ["old", 40],
      ["young", 12],
    ] as const) {
      const person = {
        apiVersion: "people.acme.example/v1",
        kind: "Person",
        metadata: { name },
        spec: { name, age, address: { street: "High Street" } },
      };
      expect((await ask("ada", { method: "POST", path: people, body: JSON.stringify(person) })).status).toBe(201);
    }
  });
  afterAll(() => server.close());

  const ask = (user: string, { path, method = "GET", body }: Partial<Sent> & Pick<Sent, "path">): Promise<Received> =>
    exchange(server.url, {
      method,
      path,
      headers: {
        ...(user !== "" && { "x-user": user }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body }),
    });
  const status = async (user: string, path: string, method = "GET"): Promise<number> =>
    (await ask(user, { method, path })).status;

  it("is imported: its roles are there, and who has them is said by the host", async () => {
    expect(await status("", `${people}/old`)).toBe(200);
    expect(await status("kim", `${people}/old`)).toBe(200);
    expect(await status("eve", `${people}/old`)).toBe(403);
  });

  it("is about the plugin's own resources and endpoints, whatever it includes", async () => {
    expect(await status("kim", rooms)).toBe(403);
    expect(await status("kim", "/metrics")).toBe(403);
    expect(await status("", "/metrics")).toBe(401);
    expect(await status("kim", "/apis/-/admin/plugins")).toBe(403);
    expect(await status("ada", rooms)).toBe(200);
    expect(await status("ada", "/metrics")).toBe(200);
    for (const user of ["kim", "gus", "cal"])
      expect(await status(user, "/apis/console.api.people.acme.example/v1/people/old/greeting")).toBe(200);
    expect(await status("eve", "/apis/console.api.people.acme.example/v1/people/old/greeting")).toBe(403);
  });

  it("is narrowed by the host: verbs, rows and fields", async () => {
    const shown = await ask("kim", { path: `${people}?sort=metadata.name` });
    expect(shown.json).toMatchObject({ items: [{ metadata: { name: "ann" } }, { metadata: { name: "old" } }] });
    expect(shown.bytes.toString()).not.toContain("High Street");
    expect(await status("kim", `${people}/young`)).toBe(404);
    expect(await status("kim", `${people}/old`, "DELETE")).toBe(403);
    expect(await status("kim", `${people}?watch=true`)).toBe(403);
    expect((await ask("ada", { path: people })).bytes.toString()).toContain("High Street");
  });
});

it("does not compile where the host binds a role that no plugin has", () => {
  office.add("src/access.ts", accessOfService.replace("keeper: {", "keper: {"));
  expect(() => office.compile()).toThrow(/'keper' does not exist|not assignable/);
});
