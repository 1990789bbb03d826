import { tmpdir } from "node:os";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { doForUsers, hashNewPassword, issueToken, revokeToken } from "@cmgen/runtime/database";
import type { PluginAccess } from "@cmgen/runtime/codegen";
import { buildUsersPlugin, post, startUsers, type UsersPlugin, type UsersService } from "../sign-in/users-service.js";
import { runCmgen } from "./run-cmgen.js";
import { databases } from "../tier.js";

const PASSWORD = "correct horse battery";

const access: PluginAccess = {
  resources: { users: { group: "users.example.com", plural: "users" } },
  definition: {
    roles: { reader: { resources: { users: { verbs: ["read"] } } } },
    bindings: {
      reader: { groups: ["staff"] },
      "users:editor": { claims: { office: "Berlin" } },
      viewer: { users: ["token:edi", "ann"] },
    },
  },
};

interface Explained {
  readonly user: string;
  readonly allowed: boolean;
  readonly because: string;
  readonly groups: readonly string[];
  readonly roles: readonly string[];
  readonly roleOrigins: readonly { readonly role: string; readonly from: readonly string[] }[];
  readonly notes: readonly string[];
}

describe.each(databases)("cmgen access explain, about callers that %s knows", (database) => {
  let built: UsersPlugin;
  let service: UsersService;
  let root = "";

  beforeAll(async () => {
    built = await buildUsersPlugin();
    service = await startUsers({ ...built, plugin: { ...built.plugin, access } }, database);
    root = (await token("root", { roles: ["admin"] })).secret;
    await createUser("ann", { groups: ["staff"], roles: ["editor"], office: "Berlin" });
    await createUser("dora", { disabled: true, roles: ["admin"] });
  });
  afterAll(async () => {
    await service.close();
    built.remove();
  });

  const token = (name: string, more: object): ReturnType<typeof issueToken> =>
    issueToken(service.databaseUrl, { name, roles: [], groups: [], lifetime: 60_000, ...more });
  const createUser = async (name: string, fields: Readonly<Record<string, unknown>>): Promise<void> => {
    const password = await hashNewPassword(PASSWORD, []);
    await doForUsers({ url: service.databaseUrl, plugins: [built.plugin] }, "create user", { name, fields, password });
  };
  const cmgen = (...args: string[]): ReturnType<typeof runCmgen> =>
    runCmgen(["access", ...args, "--server", service.server.url, "--token", root], { workingFolder: tmpdir() });
  const explained = async (...args: string[]): Promise<Explained> => {
    const { code, out, error } = await cmgen("explain", "--verb", "update", "users", "--json", ...args);
    expect([code, error]).toEqual([0, ""]);
    return JSON.parse(out) as Explained;
  };
  const originsOf = ({ roleOrigins }: Explained): unknown =>
    Object.fromEntries(roleOrigins.map(({ role, from }) => [role, from]));
  const whoAmI = async (headers: Readonly<Record<string, string>>): Promise<unknown> =>
    (await fetch(`${service.server.url}/apis/-/whoami`, { headers })).json();

  it("knows a user by the object, as the service does when the user signs in", async () => {
    const answer = await explained("--user", "ann");
    expect(originsOf(answer)).toEqual({
      authenticated: ["all callers with credentials"],
      editor: ["the user object ann"],
      reader: ["a binding of the group staff (the user object ann)"],
      "users.users.example.com:editor": ["a binding of the claim office"],
      viewer: ["a binding of ann"],
    });
    expect(answer).toMatchObject({ allowed: true, groups: ["staff"], notes: [] });
    const { cookie = "" } = await post(service.server.url, "sign-in", { name: "ann", password: PASSWORD });
    expect(await whoAmI({ cookie })).toMatchObject({ groups: answer.groups, roles: answer.roles });
    expect(await explained("--user", "dora")).toMatchObject({
      allowed: false,
      because: "The user dora is disabled or being deleted, and may not sign in: 401.",
    });
  });

  it("knows a token by what it was made with, and by the user that it acts for", async () => {
    const made = await token("edi", { roles: ["editor"], groups: ["staff"] });
    const answer = await explained("--user", "token:edi");
    const from = `the token ${made.token.id}`;
    expect(originsOf(answer)).toEqual({
      authenticated: ["all callers with credentials"],
      editor: [from],
      reader: [`a binding of the group staff (${from})`],
      viewer: ["a binding of token:edi"],
    });
    expect(answer).toMatchObject({ user: "token:edi", allowed: true, notes: [] });
    expect(await whoAmI({ authorization: `Bearer ${made.secret}` })).toMatchObject({ roles: answer.roles });
    const { uid } = (await service.server.service.resource(built.plugin.users?.model ?? fail()).get("ann")).metadata;
    const acting = await token("robot", { user: { name: "ann", uid } });
    const asAnn = await explained("--user", "token:robot");
    expect(asAnn).toMatchObject({ user: "ann", notes: [`The token ${acting.token.id} acts for the user ann.`] });
    expect(await whoAmI({ authorization: `Bearer ${acting.secret}` })).toMatchObject({
      name: "ann",
      roles: asAnn.roles,
    });
    const other = await token("edi", {});
    expect(await explained("--user", "token:edi")).toMatchObject({
      allowed: false,
      notes: [`2 valid tokens are called edi; this is the newest, ${other.token.id}.`],
    });
    for (const { id } of [made.token, other.token]) await revokeToken(service.databaseUrl, id);
    expect(await explained("--user", "token:edi")).toMatchObject({
      allowed: false,
      because: "Every token edi is revoked or has expired: 401.",
    });
    expect((await explained("--user", "token:none")).notes).toEqual([
      "There is no token none; `cmgen token list` shows all.",
    ]);
  });

  it("takes what is given on top, and says where only that can help", async () => {
    const foreign = await explained("--user", "kim@id.example.com");
    expect([foreign.allowed, foreign.notes]).toEqual([
      false,
      [
        expect.stringMatching(
          /What an identity provider says .* give its groups and claims with the question \(--group and --claim\)/,
        ),
      ],
    ]);
    const given = ["--group", "staff", "--role", "editor", "--claim", "office=Berlin"];
    const answer = await explained("--user", "kim@id.example.com", ...given);
    expect(answer).toMatchObject({ allowed: true, notes: [] });
    expect(originsOf(answer)).toMatchObject({
      editor: ["given with the question"],
      reader: ["a binding of the group staff (given with the question)"],
      "users.users.example.com:editor": ["a binding of the claim office"],
    });
    expect((await explained("--user", "ann", "--role", "admin")).roles).toEqual(
      expect.arrayContaining(["admin", "editor", "reader"]),
    );
    expect(await cmgen("explain", "--verb", "get", "users", "--group", "staff")).toMatchObject({ code: 3 });
    expect(await cmgen("explain", "--verb", "get", "users", "--user", "ann", "--claim", "x")).toMatchObject({
      code: 3,
      error: expect.stringContaining("--claim must be <name>=<value>"),
    });
    const anonymous = await explained();
    expect(originsOf(anonymous)).toEqual({ anonymous: ["callers without credentials"] });
  });
});

function fail(): never {
  throw new Error("The plugin has no users");
}
