import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sessions } from "@cmgen/runtime";
import { buildUsersPlugin, post, startUsers, type UsersPlugin, type UsersService } from "./users-service.js";
import { useCheapPasswords } from "./cheap-passwords.js";
import { databases } from "../tier.js";

useCheapPasswords();

const PASSWORD = "correct horse battery";
const collection = "/apis/users.example.com/v1/users";

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

describe.each(databases)("forms of a plugin's own, on %s", (database) => {
  let built: UsersPlugin;
  let service: UsersService;
  let url = "";

  beforeAll(async () => {
    built = await buildUsersPlugin();
    const users = { ...built.plugin.users!, signUp: "closed" as const };
    const closed = { ...built, plugin: { ...built.plugin, users } };
    service = await startUsers(closed, database, { trustedProxies: ["loopback"] });
    ({ url } = service.server);
  });
  afterAll(async () => {
    await service.close();
    built.remove();
  });

  const send = async (form: string, body: object, address = "192.0.2.1"): Promise<Answer> => {
    const headers = { "content-type": "application/json", "x-forwarded-for": address };
    const answer = await fetch(`${url}/forms/${form}`, { method: "POST", headers, body: JSON.stringify(body) });
    const text = await answer.text();
    return { status: answer.status, body: text === "" ? {} : (JSON.parse(text) as Answer["body"]) };
  };
  const asks = async (token: string, path = collection): Promise<Response> =>
    fetch(url + path, { headers: { authorization: `Bearer ${token}` } });

  it("sign up where nobody else can, with fields of the plugin's own", async () => {
    expect((await post(url, "sign-up", { name: "eve", password: PASSWORD })).status).toBe(403);
    const { status, body } = await send("sign-up", {
      name: "ann",
      password: PASSWORD,
      email: "Ann@Example.com",
      office: "Berlin",
    });
    expect([status, body["user"], body["expires"]]).toEqual([200, "ann", expect.stringMatching(/^\d{4}-.+Z$/)]);
    const user = (await (await asks(String(body["token"]), `${collection}/ann`)).json()) as { readonly spec: unknown };
    expect(user.spec).toEqual({ email: "Ann@Example.com", office: "Berlin" });
  });

  it("sign in by name and by address, and say of nothing else what is wrong", async () => {
    for (const login of [{ name: "ann" }, { email: "ann@example.com" }]) {
      const { status, body } = await send("sign-in", { ...login, password: PASSWORD });
      expect([status, (await asks(String(body["token"]))).status]).toEqual([200, 200]);
    }
    const wrong = [
      await send("sign-in", { name: "ann", password: "a guess of mine" }),
      await send("sign-in", { name: "nobody", password: PASSWORD }),
    ];
    expect(wrong.map(({ status, body }) => [status, body["detail"]])).toEqual(
      Array.from({ length: 2 }, () => [401, "The user or the password is wrong."]),
    );
  });

  it("tell what is wrong with a new user as a create does, and with the password", async () => {
    const taken = await send("sign-up", { name: "ann", password: PASSWORD });
    expect([taken.status, taken.body["code"]]).toEqual([409, "Conflict"]);
    // Whose it is nobody is told, and of a name and an address not which it is.
    const address = await send("sign-up", { name: "ann-2", password: PASSWORD, email: "ANN@example.com" });
    expect([address.status, address.body["detail"]]).toEqual([409, taken.body["detail"]]);
    expect(JSON.stringify(address.body)).not.toMatch(/ann/i);
    const short = await send("sign-up", { name: "bob", password: "short" });
    expect([short.status, short.body["errors"]]).toMatchObject([422, [{ path: "/password" }]]);
  });

  it("share the limits of the service's own paths: failures of one count for the other", async () => {
    const from = "192.0.2.77";
    const guess = { name: "ann", password: "a guess of mine" };
    // Where finding a password wrong takes longer than the first waits, the next failures make longer ones.
    for (let at = 0; at < 8; at++) await send("sign-in", guess, from);
    const headers = { "x-forwarded-for": from };
    expect((await post(url, "sign-in", { name: "ann", password: PASSWORD }, headers)).status).toBe(429);
    expect((await send("sign-in", { name: "ann", password: PASSWORD })).status).toBe(200);
  });

  it("set a password, which ends the user's sessions but for one", async () => {
    const signedIn = await Promise.all([1, 2].map(() => send("sign-in", { name: "ann", password: PASSWORD })));
    expect(signedIn).toMatchObject([{ status: 200 }, { status: 200 }]);
    const [one, other] = signedIn.map(({ body }) => String(body["token"]));
    const bob = await send("sign-up", { name: "bob", password: PASSWORD });
    const next = "another long password";
    const refused = [
      await send("password", { name: "ann", password: next, keep: bob.body["token"] }),
      await send("password", { name: "ann", password: "short", keep: one }),
      await send("password", { name: "nobody", password: next }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([401, 422, 404]);
    expect((await send("password", { name: "ann", password: next, keep: one })).status).toBe(204);
    const kept = await asks(one ?? "");
    expect(kept.status === 200 ? "" : await kept.text()).toBe("");
    expect((await asks(other ?? "")).status).toBe(401);
    expect((await send("sign-in", { name: "ann", password: PASSWORD })).status).toBe(401);
    expect((await send("sign-in", { name: "ann", password: next })).status).toBe(200);
  });

  it("are acts of the plugin, not of the caller", async () => {
    expect((await send("as-the-caller", { name: "ann", password: PASSWORD })).status).toBe(500);
  });
});

it("a scheme is a word", () => {
  for (const scheme of ["", "two words", "a(b", "Token "]) expect(() => sessions({ scheme })).toThrow(TypeError);
});
