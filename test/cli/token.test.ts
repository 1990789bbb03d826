import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openStore } from "@cmgen/store";
import { peopleFolder } from "../people/people-service.js";
import { withRawDatabase } from "../prisma/raw-database.js";
import { createDatabase } from "../postgres/create-database.js";
import { runCmgen, type CommandOutcome } from "./run-cmgen.js";
import { databases } from "../tier.js";

describe.each(databases)("cmgen token on %s", (engine) => {
  let root = "";
  let url = "";

  beforeAll(() => void vi.stubEnv("CMGEN_DATABASE_URL", ""));
  afterAll(() => void vi.unstubAllEnvs());
  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), "cmgen-token-"));
    cpSync(join(peopleFolder, "prisma"), join(root, "prisma"), { recursive: true });
    writeFileSync(join(root, "package.json"), '{ "name": "@example/people" }');
    url = engine === "sqlite" ? `file:${join(root, "people.db")}` : await createDatabase();
    expect((await cmgen("migrate", "deploy")).code).toBe(0);
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const cmgen = (...args: readonly string[]): Promise<CommandOutcome> =>
    runCmgen([...args, "--database-url", url], { workingFolder: root });
  const list = async (): Promise<readonly Record<string, unknown>[]> =>
    (JSON.parse((await cmgen("token", "list", "--json")).out) as { tokens: Record<string, unknown>[] }).tokens;

  it("creates one, which stands alone on standard output, and shows it never again", async () => {
    const made = await cmgen(
      "token",
      "create",
      "--name",
      "ci",
      "--role",
      "editor",
      "--group",
      "staff",
      "--expires",
      "30d",
    );
    expect(made.code).toBe(0);
    expect(made.out).toMatch(/^cmgen_[0-9A-Za-z]{49}\n$/);
    const [token] = await list();
    expect(made.error).toMatch(
      new RegExp(
        `^Whether the role editor exists is not known: dist/generated/plugin\\.js does not exist\\. Build the plugin .+\n` +
          `The token ${String(token?.["id"])} is token:ci, has the role editor and the group staff, and expires at \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\dZ\\. It is not shown again\\.\\n$`,
      ),
    );
    expect(token).toMatchObject({ name: "ci", actor: "token:ci", roles: ["editor"], groups: ["staff"], revoked: null });
    const days = (Date.parse(String(token?.["expires"])) - Date.parse(String(token?.["created"]))) / 86_400_000;
    expect(days).toBe(30);
    const table = await cmgen("token", "list");
    expect(table.out).toMatch(/^ID +NAME +CALLER +ROLES +GROUPS +CREATED +EXPIRES +LAST USED +STATE\n.+valid\n$/);
    expect(table.out + JSON.stringify(token)).not.toContain(made.out.trim().slice(6));
  });

  it("creates several, with the same role once, and as JSON", async () => {
    const made = await cmgen(
      "token",
      "create",
      "--name",
      "a",
      "--role",
      "x",
      "--role",
      "x",
      "--role",
      "people:viewer",
      "--expires",
      "never",
      "--json",
    );
    expect(JSON.parse(made.out)).toMatchObject({ roles: ["x", "people:viewer"], groups: [], expires: null });
    expect(made.error).toMatch(/^Whether the roles x, people:viewer exist is not known: .+\n$/);
    await cmgen("token", "create", "--name", "a");
    expect(await list()).toHaveLength(2);
  });

  it("revokes one, once", async () => {
    await cmgen("token", "create", "--name", "ci");
    const id = String((await list())[0]?.["id"]);
    expect(await cmgen("token", "revoke", id)).toEqual({
      code: 0,
      out: `The token ${id} is revoked. Every process of the service refuses it within 5 s.\n`,
      error: "",
    });
    expect((await cmgen("token", "list")).out).toMatch(/revoked\n$/);
    const again = await cmgen("token", "revoke", id);
    expect([again.code, again.error]).toEqual([4, expect.stringContaining(`The token ${id} was revoked before.`)]);
    const unknown = await cmgen("token", "revoke", "no");
    expect([unknown.code, unknown.error]).toEqual([4, expect.stringContaining('There is no token "no" in ')]);
  });

  it("says that there are none", async () => {
    const { code, out, error } = await cmgen("token", "list");
    expect([code, out, error]).toEqual([0, "", expect.stringMatching(/^There are no tokens in .+\.\n$/)]);
  });

  it("says what to do where the tables are those of an older release", async () => {
    await withRawDatabase(url, (database) => database.execute("DROP TABLE cmgen_tokens"));
    for (const args of [["list"], ["create", "--name", "ci"], ["revoke", "9f86d08188"]]) {
      const { code, error } = await cmgen("token", ...args);
      expect([code, error]).toEqual([
        4,
        expect.stringMatching(
          /has the tables of an older release\. Run `cmgen generate`, .+ and then `cmgen migrate deploy.*\.\n$/,
        ),
      ]);
    }
  });

  it("says which migrations a database lacks", async () => {
    const other = engine === "sqlite" ? `file:${join(root, "other.db")}` : await createDatabase();
    const { code, error } = await runCmgen(["token", "list", "--database-url", other], { workingFolder: root });
    expect([code, error]).toEqual([4, expect.stringMatching(/does not exist|lacks migrations/)]);
  });

  it.each([
    [["create"], "Name the token: cmgen token create --name <what it is for>."],
    [["create", "--name", "CI"], "--name must be lowercase letters, digits and -"],
    [["create", "--name", "ann\u0000"], "--name must be lowercase letters, digits and -"],
    [["create", "--name", "système"], "--name must be lowercase letters, digits and -"],
    [["create", "--name", "a".repeat(64)], "--name must be lowercase letters, digits and -"],
    [["create", "--name", "ci", "--role", "system:admin"], "names that begin with system: are the service's own"],
    [["create", "--name", "ci", "--group", "a b"], "--group must be printable ASCII without blanks and commas"],
    [["create", "--name", "ci", "--role", "a\r\nb"], "--role must be printable ASCII without blanks and commas"],
    [["create", "--name", "ci", "--expires", "30"], "--expires must be a time of 1s to 3650d"],
    [["create", "--name", "ci", "--expires", "99999d"], "--expires must be a time of 1s to 3650d"],
    [["create", "x", "--name", "ci"], "A token gets its id by itself. To name it, write --name x."],
    [["revoke"], "Name a token by its id: cmgen token revoke <id>."],
    [["list", "--role", "a"], "cmgen token list takes no --role."],
  ])("refuses %j", async (args, refusal) => {
    const { code, out, error } = await cmgen("token", ...args);
    expect([code, out, error]).toEqual([3, "", expect.stringContaining(refusal)]);
    expect(await list()).toEqual([]);
  });

  it("works on a database that a store has open, without that store's key in what is printed", async () => {
    const store = await openStore(url);
    const made = await cmgen("token", "create", "--name", "ci");
    // A store alone answers no commands about tokens: a service does, which test/server/token-processes.test.ts shows.
    if (engine === "postgresql") expect(made.code).toBe(0);
    else expect([made.code, made.error]).toEqual([4, expect.stringContaining("does not know the command issue token")]);
    await store.close();
  });
});
