import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { generate } from "@cmgen/generator";
import { repositoryRoot } from "../boundaries/repository.js";

const index = '[index({ name: "email", unique: true, value: (user) => user.spec.email?.toLowerCase() ?? null })]';

function user(fields: string, indexes = index): string {
  return `import { defineModel, index, type Extension, type UserFields } from "@cmgen/model";
export interface UserSpec ${fields}
export interface User extends Extension<UserSpec> {}
export type Unused = [UserFields, typeof index];
export default defineModel<User>({
  group: "users.example.com", version: "v1", kind: "User", plural: "users", singular: "user", indexes: ${indexes},
});
`;
}

describe("`users` in the config", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "cmgen-users-config-"));
    mkdirSync(join(folder, "src/models"), { recursive: true });
    symlinkSync(join(repositoryRoot, "node_modules"), join(folder, "node_modules"), "dir");
    writeFileSync(join(folder, "package.json"), '{ "name": "users-plugin", "type": "module" }');
    writeFileSync(join(folder, "tsconfig.json"), '{ "compilerOptions": { "module": "NodeNext", "strict": true } }');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const generated = async (config: string, model: string): Promise<string> => {
    writeFileSync(join(folder, "cmgen.config.ts"), `export default { users: ${config} };\n`);
    writeFileSync(join(folder, "src/models/user.ts"), model);
    const { status } = await generate(folder);
    expect(status).toBe("written");
    return readFileSync(join(folder, "src/generated/plugin.ts"), "utf8");
  };

  it.each([
    ["true", '  users: { model: userModel, signUp: "closed" },\n'],
    ['{ signUp: "open" }', '  users: { model: userModel, signUp: "open" },\n'],
    ["{}", '  users: { model: userModel, signUp: "closed" },\n'],
  ])("%s tells the service whose objects the users are", async (config, line) => {
    expect(await generated(config, user("extends UserFields { office?: string }"))).toContain(line);
  });

  it("false leaves a model that is called User alone", async () => {
    expect(await generated("false", user("{ nick: string }", "[]"))).not.toContain("users: {");
  });

  it("needs a model of users", async () => {
    await expect(
      generated("true", user("extends UserFields {}").replace('"User", plural', '"Member", plural')),
    ).rejects.toThrow(
      "cmgen.config.ts: `users` is set, and no model has the kind User. Run `npx --no-install cmgen add users`, which writes one, or leave `users` out.",
    );
  });

  it("needs the fields that the service reads, and the index of addresses", async () => {
    const fields = "{ displayName?: string; email: string; groups?: string; roles?: string[] }";
    const refused = generated("true", user(fields, '[index("spec.email", { unique: true })]'));
    await expect(refused).rejects.toThrow(
      /needs `email\?: string`[^]+needs `groups\?: string\[\]`[^]+needs `disabled\?: boolean`[^]+needs an index/,
    );
    await expect(refused).rejects.not.toThrow(/displayName|roles\?/);
  });
});
