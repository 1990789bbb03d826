import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { cmgen } from "./scaffolded-plugin.js";

const execute = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "cmgen-init-"));
const init = (cwd: string, ...args: string[]) =>
  execute(process.execPath, [cmgen, "init", ...args], {
    cwd,
    env: { ...process.env, npm_config_user_agent: "pnpm/9.0.0" },
  });

afterAll(() => rmSync(folder, { recursive: true }));

it("prints a path that a shell reads back", async () => {
  const { stdout } = await init(folder, "Team Plugins/one's", "--name", "one");
  const cd = stdout.split("\n").find((line) => line.includes("cd ")) ?? "";
  const { stdout: pwd } = await execute("/bin/sh", ["-c", `${cd} && pwd`], { cwd: folder });
  expect(pwd.trim().endsWith("/Team Plugins/one's")).toBe(true);
});

it("prints what to add to a package.json that is kept, so that it has all that the plugin needs", async () => {
  const plugin = join(folder, "kept");
  mkdirSync(plugin);
  const kept = { name: "kept", type: "commonjs", scripts: { test: "jest" }, dependencies: { "@cmgen/model": "0.0.1" } };
  writeFileSync(join(plugin, "package.json"), JSON.stringify(kept));
  const { stdout, stderr } = await init(plugin, ".", "--force");
  expect(stderr).toBe("package.json was there already and stays as it is.\n");
  expect(JSON.parse(readFileSync(join(plugin, "package.json"), "utf8"))).toEqual(kept);
  expect(stdout).not.toContain("cd ");

  const [, additions = ""] = /Add to package\.json:\n\n(.*?)\n\n/s.exec(stdout) ?? [];
  const added = JSON.parse(`{${additions}}`) as Record<string, object>;
  expect(added["type"]).toBe("module");
  expect(Object.keys(added["dependencies"] ?? {})).not.toContain("@cmgen/model");
  const [, commands = ""] = /Continue with:\n\n(.*)$/s.exec(stdout) ?? [];
  expect(commands.trim().split(/\n\s*/)).toEqual(["pnpm install", "pnpm run dev"]);
  expect(Object.keys(added["scripts"] ?? {})).toContain("dev");
  expect(stdout).toContain('  "test": "npm run build && ');

  const merged = {
    ...kept,
    ...added,
    scripts: { ...kept.scripts, ...added["scripts"] },
    dependencies: { ...kept.dependencies, ...added["dependencies"] },
  };
  writeFileSync(join(plugin, "package.json"), JSON.stringify(merged));
  expect((await init(plugin, ".", "--force")).stdout).not.toContain("Add to package.json");
});

it("writes nothing beside a package.json that cannot be read", async () => {
  const broken = join(folder, "broken");
  mkdirSync(broken);
  writeFileSync(join(broken, "package.json"), "{");
  await expect(init(broken, ".", "--force")).rejects.toMatchObject({
    code: 4,
    stderr: expect.stringContaining("package.json is not a JSON object. Fix it"),
  });
});
