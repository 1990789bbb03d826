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

const PASSWORD = "correct horse battery";

describe.each(["sqlite", "postgresql"] as const)("what an operator does for users, on %s", (database) => {
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
