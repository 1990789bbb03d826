import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { doForUsers, findMissingRole, hashNewPassword } from "@cmgen/runtime/database";
import { buildPlugin } from "../references/build-plugin.js";
import { post, startUsers, type SignInAnswer, type UsersPlugin, type UsersService } from "./users-service.js";
import { useCheapPasswords } from "./cheap-passwords.js";
import { databases } from "../tier.js";

useCheapPasswords();

const PASSWORD = "correct horse battery";
const base = "/apis/users.example.com/v1";

const declare = (kind: string, fields: string): string =>
  `import { defineModel, type Extension, type ${fields} } from "@cmgen/model";
export interface ${kind}Spec extends ${fields} {}
export type ${kind} = Extension<${kind}Spec>;
export default defineModel<${kind}>({ group: "users.example.com", version: "v1" });
`;

/** Rights by names, by an address and by a field of the plugin's own; and roles that are objects. */
const access = `import { defineAccess } from "./generated/access.js";

export default defineAccess({
  dynamicRoles: true,
  roles: { nothing: {} },
  bindings: {
    admin: { users: ["boss"], claims: { email: "boss@example.com" } },
    nothing: { users: ["named"] },
  },
});
`;

/** The plugin of these tests beside its access and its roles. */
async function buildSignUpPlugin(): Promise<UsersPlugin> {
  const folder = mkdtempSync(join(tmpdir(), "cmgen-sign-up-"));
  const sources = join(folder, "sources");
  cpSync(join(import.meta.dirname, "plugin"), sources, { recursive: true });
  rmSync(join(sources, "src/endpoints"), { recursive: true });
  writeFileSync(join(sources, "src/access.ts"), access);
  writeFileSync(join(sources, "src/models/role.ts"), declare("Role", "RoleFields"));
  writeFileSync(join(sources, "src/models/role-binding.ts"), declare("RoleBinding", "RoleBindingFields"));
  const built = await buildPlugin(join(folder, "plugin"), undefined, sources);
  return { ...built, folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

describe.each(databases)("signing up, on %s", (database) => {
  let built: UsersPlugin;
  let service: UsersService;
  let audit = "";
  let hashed = "";
  let places = 0;

  beforeAll(async () => {
    built = await buildSignUpPlugin();
    hashed = await hashNewPassword(PASSWORD, []);
    audit = join(built.folder, "audit.log");
    service = await startUsers(built, database, { trustedProxies: ["loopback"], audit: { to: { file: audit } } });
  });
  afterAll(async () => {
    await service.close();
    built.remove();
  });

  /** From another address each time: what one address may do is limited. */
  const signUp = (body: object, headers: Readonly<Record<string, string>> = {}): Promise<SignInAnswer> => {
    places += 1;
    const from = { "x-forwarded-for": `192.0.2.${places}`, ...headers };
    return post(service.server.url, "sign-up", { password: PASSWORD, ...body }, from);
  };
  const create = (name: string, fields: object = {}): Promise<unknown> => {
    const at = { url: service.databaseUrl, plugins: [built.plugin] };
    return doForUsers(at, "create user", { name, fields: { ...fields }, password: hashed });
  };
  const bearer = async (name: string): Promise<string> =>
    `Bearer ${String((await post(service.server.url, "sign-in", { name, password: PASSWORD, session: "bearer" })).body["token"])}`;
  const send = async (method: string, path: string, authorization: string, body?: object): Promise<number> => {
    const headers = { authorization, ...(body && { "content-type": "application/json" }) };
    const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    return (await fetch(service.server.url + base + path, sent)).status;
  };
  const lines = (): Promise<readonly Readonly<Record<string, unknown>>[]> =>
    Promise.resolve(
      readFileSync(audit, "utf8")
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>),
    );
  /** What a caller is told, but for where and when. */
  const told = ({ status, body }: SignInAnswer): unknown => ({ status, ...body, requestId: undefined });

  it("nobody signs up for rights: names and addresses that bindings name are taken", async () => {
    await create("ann");
    const taken = told(await signUp({ name: "ann" }));
    expect(taken).toMatchObject({ status: 409, detail: "The name or the email address is taken." });
    for (const user of [{ name: "boss" }, { name: "named" }, { name: "zoe", email: "boss@example.com" }])
      expect(told(await signUp(user))).toEqual(taken);
    // What is wrong besides is said of each of them alike.
    const wrong = { email: "no address" };
    expect(told(await signUp({ name: "boss", ...wrong }))).toEqual(told(await signUp({ name: "ann", ...wrong })));
    // Whoever makes users may make them.
    await create("boss");
    expect(await send("POST", "/users", await bearer("boss"), { metadata: { name: "named" }, spec: {} })).toBe(201);
  });

  it("the same holds of bindings that are objects, from the moment that they are written", async () => {
    await create("operator", { roles: ["admin"] });
    const operator = await bearer("operator");
    const binding = { metadata: { name: "chief" }, spec: { role: "users:viewer", users: ["chief"] } };
    expect(await send("POST", "/rolebindings", operator, binding)).toBe(201);
    expect((await signUp({ name: "chief" })).status).toBe(409);
    expect(await send("DELETE", "/rolebindings/chief", operator)).toBe(200);
    expect((await signUp({ name: "chief" })).status).toBe(201);
  });

  it("roles that are objects are known to commands, as they are at the moment", async () => {
    const at = { url: service.databaseUrl, plugins: [built.plugin] };
    const roles = service.server.service.resource(
      built.plugin.resources.find(({ model }) => model.kind === "Role")!.model,
    );
    expect((await findMissingRole(at, ["clerk"]))?.isCertain).toBe(true);
    await roles.create({ apiVersion: "users.example.com/v1", kind: "Role", metadata: { name: "clerk" }, spec: {} });
    expect(await findMissingRole(at, ["admin", "clerk", "nothing"])).toBeUndefined();
    expect((await findMissingRole(at, ["clrk"]))?.message).toBe('There is no role "clrk": did you mean clerk?');
    await roles.delete("clerk");
    expect(await findMissingRole(at, ["clerk"])).toBeDefined();
  });

  it("nobody gives themselves a right by an address either", async () => {
    await create("eve", { roles: ["users:editor"] });
    const body = { metadata: { name: "eve" }, spec: { roles: ["users:editor"], email: "boss@example.com" } };
    expect(await send("PUT", "/users/eve", await bearer("eve"), body)).toBe(403);
  });

  it("the name of a user who was deleted is nobody's to sign up for, at once and for ever", async () => {
    await create("root", { roles: ["admin"] });
    const root = await bearer("root");
    for (const name of ["kurt", "lena"]) {
      if (name === "kurt") expect((await signUp({ name })).status).toBe(201);
      else expect(await send("POST", "/users", root, { metadata: { name }, spec: {} })).toBe(201);
      expect(await send("DELETE", `/users/${name}`, root)).toBe(200);
      expect((await signUp({ name })).status).toBe(409);
      const { credentials } = service.server.service.store.identities;
      await expect.poll(() => credentials.isKeptName(name)).toBe(true);
      expect((await signUp({ name })).status).toBe(409);
    }
    expect(await send("POST", "/users", root, { metadata: { name: "kurt" }, spec: {} })).toBe(201);
    await create("lena");
    expect(await bearer("lena")).toContain("cmgen_session_");
  });

  it("the change log keeps it as well, where a process ends between the deletion and what follows from it", async () => {
    const forget = vi.spyOn(service.server.service.store.identities.credentials, "forget");
    forget.mockImplementation(() => Promise.resolve());
    await create("paul");
    await service.server.service.resource(service.server.service.users!.model).delete("paul");
    await expect.poll(() => forget.mock.calls.length).toBe(1);
    expect((await signUp({ name: "paul" })).status).toBe(409);
    forget.mockRestore();
  });

  it("a name is kept from the first sign-in on, whatever becomes of the process that deletes the user", async () => {
    await create("mia");
    const { credentials } = service.server.service.store.identities;
    expect(await credentials.isKeptName("mia")).toBe(false);
    await bearer("mia");
    expect(await credentials.isKeptName("mia")).toBe(true);
  });

  it("what is wrong has its place in the body that was sent", async () => {
    const { status, body } = await signUp({ name: "Not A Name", email: "no address" });
    const errors = body["errors"] as readonly { readonly path: string }[];
    expect([status, errors.map(({ path }) => path).toSorted()]).toEqual([422, ["/email", "/name"]]);
    const one = await signUp({ name: "Not-A-Name" });
    expect(one.body["detail"]).toMatch(/^\/name /);
  });

  it("the audit says who signed up, from where and in which request, and which user was tried", async () => {
    const headers = { "x-forwarded-for": "198.51.100.7", "x-request-id": "signing-up" };
    const url = service.server.url;
    const { cookie = "" } = await signUp({ name: "nora", email: "nora@example.com" }, headers);
    const user = { group: "users.example.com", plural: "users", name: "nora" };
    await expect.poll(lines).toContainEqual(
      expect.objectContaining({
        type: "ADDED",
        actor: "system:anonymous",
        verb: "POST /apis/-/sign-up",
        address: "198.51.100.7",
        requestId: "signing-up",
        ...user,
      }),
    );
    const refused = async (body: object, path: string, more: Readonly<Record<string, string>> = {}): Promise<void> => {
      const status = (await post(url, path, body, { ...headers, ...more })).status;
      expect([401, 409]).toContain(status);
    };
    const line = (path: string, more: object): unknown =>
      expect.objectContaining({ path: `/apis/-/${path}`, requestId: "signing-up", address: "198.51.100.7", ...more });
    await refused({ name: "nora", password: "a guess" }, "sign-in");
    await refused({ email: "NORA@example.com", password: "a guess" }, "sign-in");
    await expect
      .poll(async () => (await lines()).filter(({ refused: status, name }) => status === 401 && name === "nora"))
      .toEqual([1, 2].map(() => line("sign-in", { actor: "system:anonymous", ...user })));
    await refused({ name: "nora", password: PASSWORD }, "sign-up");
    await expect.poll(lines).toContainEqual(line("sign-up", { refused: 409, actor: "system:anonymous", ...user }));
    const own = { cookie, "sec-fetch-site": "same-origin" };
    await refused({ password: "a guess", newPassword: "another good password" }, "password", own);
    await expect.poll(lines).toContainEqual(line("password", { refused: 401, actor: "nora" }));
    // A password in the place of the name is not kept.
    await refused({ name: PASSWORD, password: "a guess" }, "sign-in", { "x-request-id": "mistyped" });
    await expect.poll(lines).toContainEqual(expect.objectContaining({ requestId: "mistyped" }));
    expect(readFileSync(audit, "utf8")).not.toContain("correct horse");
  });
});
