import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { join } from "node:path";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { main } from "cmgen/main";
import { createDatabase } from "../postgres/create-database.js";
import { useCheapPasswords } from "../sign-in/cheap-passwords.js";
import { buildUsersPlugin, post, startUsers, type UsersPlugin, type UsersService } from "../sign-in/users-service.js";
import { runCmgen, type CommandOutcome } from "./run-cmgen.js";
import { databases } from "../tier.js";

useCheapPasswords();

const PASSWORD = "correct horse battery";

describe.each(databases)("cmgen user on %s", (engine) => {
  let built: UsersPlugin;
  let folder = "";
  let url = "";
  let service: UsersService | undefined;

  beforeAll(async () => {
    vi.stubEnv("CMGEN_DATABASE_URL", "");
    built = await buildUsersPlugin();
  });
  afterAll(() => {
    vi.unstubAllEnvs();
    built.remove();
  });
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "cmgen-user-"));
    url = engine === "sqlite" ? `file:${join(folder, "users.db")}` : await createDatabase();
    expect((await cmgen(["migrate", "deploy"])).code).toBe(0);
  });
  afterEach(async () => {
    await service?.close();
    service = undefined;
    rmSync(folder, { recursive: true });
  });

  const cmgen = (args: readonly string[], input = ""): Promise<CommandOutcome> =>
    runCmgen([...args, "--database-url", url], { workingFolder: built.folder, input });
  const create = (name: string, ...more: readonly string[]): Promise<CommandOutcome> =>
    cmgen(["user", "create", name, "--password-stdin", ...more], `${PASSWORD}\n`);

  it("makes the first administrator before the service has ever run, who then signs in", async () => {
    const made = await create(
      "ann",
      "--admin",
      "--email",
      "Ann@example.com",
      "--display-name",
      "Ann",
      "--group",
      "staff",
    );
    expect(made).toEqual({
      code: 0,
      out: "The user ann can sign in, has the role admin, is in the group staff.\n",
      error: "",
    });
    service = await startUsers(built, engine, { databaseUrl: url });
    const { status, cookie = "" } = await post(service.server.url, "sign-in", {
      email: "ann@example.com",
      password: PASSWORD,
    });
    expect(status).toBe(200);
    const me = await fetch(`${service.server.url}/apis/-/whoami`, { headers: { cookie } });
    expect(await me.json()).toMatchObject({ name: "ann", groups: ["staff"], roles: ["admin", "authenticated"] });
  });

  it("works beside a service that runs, and what it ends has ended there", async () => {
    service = await startUsers(built, engine, { databaseUrl: url });
    await create("bob");
    const at = service.server.url;
    const signIn = async (): Promise<string> =>
      (await post(at, "sign-in", { name: "bob", password: PASSWORD })).cookie ?? "";
    const whoami = async (headers: Readonly<Record<string, string>>): Promise<number> =>
      (await fetch(`${at}/apis/users.example.com/v1/users`, { headers })).status;
    const first = await signIn();
    const token = (await cmgen(["token", "create", "--name", "laptop", "--user", "bob"])).out.trim();
    expect([await whoami({ cookie: first }), await whoami({ authorization: `Bearer ${token}` })]).toEqual([200, 200]);
    expect((await cmgen(["user", "sessions", "bob"])).out).toMatch(
      /^ID +SIGNED IN +LAST SEEN +EXPIRES\n[0-9a-f]{16} .+\n$/,
    );
    expect((await cmgen(["user", "sign-out", "bob"])).out).toBe("Sessions and tokens of bob that have ended: 2.\n");
    await expect.poll(() => whoami({ cookie: first }), { timeout: 5000 }).toBe(401);
    await expect.poll(() => whoami({ authorization: `Bearer ${token}` }), { timeout: 5000 }).toBe(401);
    const second = await signIn();
    const other = (await cmgen(["token", "create", "--name", "laptop", "--user", "bob"])).out.trim();
    expect([await whoami({ cookie: second }), await whoami({ authorization: `Bearer ${other}` })]).toEqual([200, 200]);
    expect((await cmgen(["user", "disable", "bob"])).out).toContain("may not sign in any more");
    await expect.poll(() => whoami({ cookie: second }), { timeout: 5000 }).toBe(401);
    await expect.poll(() => whoami({ authorization: `Bearer ${other}` }), { timeout: 5000 }).toBe(401);
    expect((await post(at, "sign-in", { name: "bob", password: PASSWORD })).status).toBe(401);
    expect((await cmgen(["user", "list"])).out).toMatch(/^NAME +EMAIL +GROUPS +ROLES +STATE\nbob +disabled\n$/);
    await cmgen(["user", "enable", "bob"]);
    expect(await signIn()).not.toBe("");
    const reset = await cmgen(["user", "reset", "bob"]);
    expect([reset.out, reset.error]).toEqual([
      expect.stringMatching(/^cmgen_reset_[0-9A-Za-z]{49}\n$/),
      "With this token bob can set a new password, once, within a day. The console's sign-in page takes it, and POST /apis/-/password-reset. " +
        "It is not shown again.\n",
    ]);
  });

  it("prints JSON", async () => {
    const shown = {
      name: "carl",
      displayName: null,
      email: null,
      groups: [],
      roles: ["users:editor", "users:viewer"],
      disabled: false,
    };
    expect(
      JSON.parse((await create("carl", "--role", "users:editor", "--role", "users:viewer", "--json")).out),
    ).toEqual(shown);
    expect(JSON.parse((await cmgen(["user", "list", "--json"])).out)).toEqual({ users: [shown] });
    expect(JSON.parse((await cmgen(["user", "sessions", "carl", "--json"])).out)).toEqual({ sessions: [] });
  });

  it.each([
    [["create"], "Name a user: cmgen user create <name>."],
    [["create", "Ann"], '"Ann" cannot be a user\'s name'],
    [["create", "ann"], "There is no terminal to ask for the password on."],
    [["create", "ann", "--role", "system:x"], "names that begin with system: are the service's own"],
    [["list", "ann"], "cmgen user list takes no name."],
    [["reset", "ann", "--email", "a@b.c"], "cmgen user reset takes no --email."],
  ])("refuses %j", async (args, refusal) => {
    const { code, out, error } = await cmgen(["user", ...args]);
    expect([code, out, error]).toEqual([3, "", expect.stringContaining(refusal)]);
  });

  it.each([
    [["user", "create", "ann", "--role", "user:editor"], 'There is no role "user:editor": did you mean users:editor?'],
    [["user", "create", "ann", "--admin", "--role", "nosuch"], 'There is no role "nosuch": roles are admin, '],
    [["token", "create", "--name", "ci", "--role", "amdin"], 'There is no role "amdin": did you mean admin?'],
  ])("refuses %j, before it asks for anything, and beside a service", async (args, refusal) => {
    const refused = [3, "", expect.stringContaining(refusal)];
    const first = await cmgen(args);
    expect([first.code, first.out, first.error]).toEqual(refused);
    service = await startUsers(built, engine, { databaseUrl: url });
    const second = await cmgen(args);
    expect([second.code, second.out, second.error]).toEqual(refused);
    const { code, error } = await cmgen(["token", "create", "--name", "ci", "--role", "users:viewer"]);
    expect([code, error]).toEqual([0, expect.stringMatching(/^The token .+ has the role users:viewer/)]);
  });

  it("names the command that makes a database which is not there", async () => {
    const missing = `file:${join(folder, "not-there.db")}`;
    const { code, error } = await runCmgen(["user", "list", "--database-url", missing], {
      workingFolder: built.folder,
    });
    expect([code, error]).toEqual([4, expect.stringContaining("does not exist. Run `cmgen migrate deploy")]);
  });

  it("refuses a bad password, a name that is taken, and a user who is not there", async () => {
    const short = await cmgen(["user", "create", "dora", "--password-stdin"], "short\n");
    expect([short.code, short.error]).toEqual([3, expect.stringContaining("must have at least 12 characters")]);
    await create("dora");
    const twice = await create("dora");
    expect([twice.code, twice.error]).toEqual([4, expect.stringContaining('There is a user "dora" already.')]);
    const nobody = await cmgen(["user", "reset", "nobody"]);
    expect([nobody.code, nobody.error]).toEqual([4, expect.stringContaining('There is no user "nobody".')]);
  });

  it("asks twice on a terminal, and for nothing that differs", async () => {
    const asked: string[] = [];
    const answers = [PASSWORD, "something else"];
    let error = "";
    const code = await main(["user", "create", "emil", "--database-url", url], {
      workingFolder: built.folder,
      columns: 100,
      color: false,
      now: () => new Date(),
      interrupted: () => new AbortController().signal,
      askSecret: async (question) => {
        asked.push(question);
        return answers.shift() ?? "";
      },
      out: () => undefined,
      error: (text) => (error += text),
    });
    expect([code, asked, error]).toEqual([
      3,
      ["Password: ", "Password again: "],
      expect.stringContaining("The two passwords differ. Nothing was done."),
    ]);
  });
});
