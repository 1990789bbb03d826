import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ReferencesPlugin } from "../references/build-plugin.js";
import { startReferences, temporaryPlugin, type ReferencesServer } from "../references/references-server.js";
import { exchange } from "./exchange.js";
import { databases } from "./people-server.js";

const attributes = (kind: string): string =>
  `group: "references.example.com", version: "v1", kind: "${kind}", plural: "${kind.toLowerCase()}s", singular: "${kind.toLowerCase()}"`;

const sources = new Map([
  [
    "src/models/account.ts",
    `import { defineModel, index, type Extension, type Ref } from "@cmgen/model";
import type { Team } from "./team.js";
export type Account = Extension<{ owner: string; team?: Ref<Team> }>;
export default defineModel<Account>({ ${attributes("Account")}, internal: true, indexes: [index("spec.owner", { unique: true })] });
`,
  ],
  [
    "src/models/team.ts",
    `import { defineModel, type Extension } from "@cmgen/model";
export type Team = Extension<{ title?: string }>;
export default defineModel<Team>({ ${attributes("Team")} });
`,
  ],
  [
    "src/models/invoice.ts",
    `import { defineModel, type Extension, type Ref } from "@cmgen/model";
import type { Account } from "./account.js";
import type { Team } from "./team.js";
export type Invoice = Extension<{ account: Ref<Account>; team?: Ref<Team> }>;
export default defineModel<Invoice>({ ${attributes("Invoice")} });
`,
  ],
  [
    "src/endpoints/owners.ts",
    `import { defineEndpoints, get, valuesOf } from "@cmgen/runtime";
import { accountModel, invoiceModel, teamModel } from "../generated/v1/models.js";

export default defineEndpoints({
  apiVersion: "console.api.references.example.com/v1",
  routes: [
    get("/owners", async ({ resource }) => {
      const { items } = await resource(accountModel).list({ where: { "spec.owner": { exists: true } } });
      const page = await resource(invoiceModel).list({ size: 10, include: ["spec.account"] });
      const included = Object.keys(page.included?.["spec.account"] ?? {});
      const counts = { accounts: valuesOf(resource(accountModel), "spec.team") };
      const teams = await resource(teamModel).list({ size: 10, counts });
      return Response.json({ owners: items.map(({ spec }) => spec.owner), included, accounts: teams.counts.accounts });
    }),
  ],
});
`,
  ],
  [
    "extensions/accounts.yaml",
    "apiVersion: references.example.com/v1\nkind: Account\nmetadata: { name: first }\nspec: { owner: ann }\n",
  ],
]);

let built: ReferencesPlugin & { dispose(): void };
beforeAll(async () => {
  built = await temporaryPlugin(sources);
});
afterAll(() => built.dispose());

describe.each(databases)("an internal model on %s", (database) => {
  let service: ReferencesServer;
  const ask: ReferencesServer["ask"] = (...given) => service.ask(...given);
  beforeAll(async () => {
    service = await startReferences(built, database);
  });
  afterAll(() => service.server.close());

  it.each([
    ["GET", "accounts"],
    ["GET", "accounts?watch=1"],
    ["GET", "accounts/first"],
    ["POST", "accounts"],
    ["PUT", "accounts/first"],
    ["PATCH", "accounts/first"],
    ["DELETE", "accounts/first"],
    ["DELETE", "accounts"],
  ])("has no path for %s %s", async (method, path) => {
    const answer = await ask(method, path, method === "GET" || method === "DELETE" ? undefined : {});
    expect(answer.json).toMatchObject({ status: 404 });
    expect(answer.bytes.toString()).not.toContain("ann");
  });

  it("has objects of manifests, and the plugin's own code reads, selects, includes and counts them", async () => {
    await service.make("teams", "red");
    await service.make("invoices", "one", { account: "first" });
    const path = "/apis/console.api.references.example.com/v1/owners";
    const { json } = await exchange(service.server.url, { method: "GET", path });
    expect(json).toEqual({ owners: ["ann"], included: ["first"], accounts: { red: 0 } });
  });

  it("is referred to as every model is: by objects that exist", async () => {
    const refused = await ask("POST", "invoices", { metadata: { name: "two" }, spec: { account: "nobody" } });
    expect(refused.json).toMatchObject({ status: 422, errors: [{ path: "/spec/account", code: "reference" }] });
  });

  it("is not included for a caller, who is not told that it could be", async () => {
    const refused = await ask("GET", "invoices?size=10&include=spec.account");
    expect(refused.json).toMatchObject({
      status: 400,
      errors: [
        {
          path: "include",
          code: "unknownReference",
          message: `"spec.account" is not a reference: there are spec.team`,
        },
      ],
    });
    expect((await ask("GET", "invoices?size=10&include=spec.team")).status).toBe(200);
  });

  it("is not counted for a caller either, who is told that there is none", async () => {
    const refused = await ask("GET", "teams?size=10&include=count(accounts.spec.team)");
    const message = "accounts is not a resource of this service";
    expect(refused.json).toMatchObject({ status: 400, errors: [{ code: "unknownResource", message }] });
  });
});
