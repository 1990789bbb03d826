import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { doForUsers, hashNewPassword } from "@cmgen/runtime/database";
import {
  buildUsersPlugin,
  post,
  startUsers,
  type SignInAnswer,
  type UsersPlugin,
  type UsersService,
} from "./users-service.js";
import { useCheapPasswords } from "./cheap-passwords.js";
import { databases } from "../tier.js";

useCheapPasswords();

const PASSWORD = "correct horse battery";

describe.each(databases)("what an operator does for users, on %s", (database) => {
  let built: UsersPlugin;
  let service: UsersService;
  const cookies = new Map<string, string>();

  beforeAll(async () => {
    built = await buildUsersPlugin();
    service = await startUsers(built, database);
    for (const [name, roles] of [
      ["ann", ["admin"]],
      ["rita", ["helpdesk"]],
      ["bob", []],
    ] as const) {
      const at = { url: service.databaseUrl, plugins: [built.plugin] };
      const password = await hashNewPassword(PASSWORD, []);
      await doForUsers(at, "create user", { name, fields: { roles: [...roles] }, password });
      cookies.set(name, (await signIn(name)).cookie ?? "");
    }
  });
  afterAll(async () => {
    await service?.close();
    built?.remove();
  });

  const signIn = (name: string, password = PASSWORD): Promise<SignInAnswer> =>
    post(service.server.url, "sign-in", { name, password });
  const act = (who: string, kind: "reset" | "sign-out", body: unknown): Promise<SignInAnswer> => {
    const headers = { cookie: cookies.get(who) ?? "", "sec-fetch-site": "same-origin" };
    return post(service.server.url, `admin/users/${kind}`, body, headers);
  };

  it("a token to set a new password is made once, and works", async () => {
    const { status, body } = await act("rita", "reset", { name: "bob" });
    expect({ status, user: body["user"] }).toEqual({ status: 201, user: "bob" });
    const reset = { token: body["token"], password: "another horse battery" };
    expect((await post(service.server.url, "password-reset", reset)).status).toBe(204);
    expect((await signIn("bob", "another horse battery")).status).toBe(200);
    expect((await signIn("bob")).status).toBe(401);
    expect((await post(service.server.url, "password-reset", reset)).status).toBe(401);
  });

  it("sessions end", async () => {
    const { cookie = "" } = await signIn("bob", "another horse battery");
    const { status, body } = await act("rita", "sign-out", { name: "bob" });
    expect({ status, ...body }).toEqual({ status: 200, user: "bob", ended: 2 });
    const answer = await fetch(`${service.server.url}/apis/-/whoami`, { headers: { cookie } });
    expect(await answer.json()).toMatchObject({ authenticated: false });
  });

  it("a token made for less is of no use when the user has become more, has been signed out, or was disabled", async () => {
    const at = { url: service.databaseUrl, plugins: [built.plugin] };
    const redeem = async (token: unknown): Promise<number> =>
      (await post(service.server.url, "password-reset", { token, password: "a third horse battery" })).status;
    const tokenOf = async (who: string): Promise<unknown> => (await act(who, "reset", { name: "bob" })).body["token"];
    const signedOut = await tokenOf("rita");
    await act("ann", "sign-out", { name: "bob" });
    expect(await redeem(signedOut)).toBe(401);
    const disabled = await tokenOf("rita");
    await doForUsers(at, "disable user", "bob");
    expect((await act("rita", "reset", { name: "bob" })).status).toBe(409);
    await doForUsers(at, "enable user", "bob");
    expect(await redeem(disabled)).toBe(401);
    const before = await tokenOf("rita");
    const grown = { spec: { roles: ["admin"] } };
    const headers = {
      cookie: cookies.get("ann") ?? "",
      "sec-fetch-site": "same-origin",
      "content-type": "application/merge-patch+json",
    };
    const path = `${service.server.url}/apis/users.example.com/v1/users/bob`;
    const patched = await fetch(path, { method: "PATCH", headers, body: JSON.stringify(grown) });
    expect(patched.status).toBe(200);
    expect(await redeem(before)).toBe(401);
    expect((await act("rita", "reset", { name: "bob" })).status).toBe(403);
    const after = await tokenOf("ann");
    expect(await redeem(after)).toBe(204);
    await fetch(path, { method: "PATCH", headers, body: JSON.stringify({ spec: { roles: [] } }) });
    const back = await tokenOf("rita");
    const again = { token: back, password: "another horse battery" };
    expect((await post(service.server.url, "password-reset", again)).status).toBe(204);
  });

  it.each(["reset", "sign-out"] as const)(
    "%s is for those who may, and not of somebody with more rights",
    async (kind) => {
      cookies.set("bob", (await signIn("bob", "another horse battery")).cookie ?? "");
      expect((await act("bob", kind, { name: "rita" })).status).toBe(403);
      expect((await act("", kind, { name: "rita" })).status).toBe(401);
      expect((await act("rita", kind, { name: "ann" })).status).toBe(403);
      expect((await act("ann", kind, { name: "nobody" })).status).toBe(404);
      for (const body of [{}, [], { name: 1 }, { name: ["bob"] }])
        expect([body, (await act("ann", kind, body)).status]).toEqual([body, 422]);
      for (const name of ["Not A Name", "__proto__", "../bob"])
        expect([name, (await act("ann", kind, { name })).status]).toEqual([name, 404]);
    },
  );
});
