import { execFile, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
  expect(stderr).toBe("");
  expect(stdout).toContain("skip      package.json  (is there already and stays as it is)\n");
  expect(JSON.parse(readFileSync(join(plugin, "package.json"), "utf8"))).toEqual(kept);
  expect(stdout).not.toContain("\n  cd ");

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

const hasPython = spawnSync("python3", ["-c", "import pty"]).status === 0;
if (!hasPython) process.stderr.write("\nSKIPPED: questions on a real terminal: python3 is not installed\n\n");

it.skipIf(!hasPython)("asks on a real terminal, and gives it back as it was after Ctrl-C", async () => {
  // Types Ctrl-C once it is asked, and prints the settings of the terminal before and after.
  const script = [
    "import fcntl, os, pty, struct, sys, termios",
    "main, side = pty.openpty()",
    "fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack('HHHH', 24, 100, 0, 0))",
    "before = termios.tcgetattr(side)",
    "child = os.fork()",
    "if child == 0:",
    "  os.setsid(); os.dup2(side, 0); os.dup2(side, 1); os.dup2(side, 2)",
    "  os.execv(sys.argv[1], sys.argv[1:])",
    "seen = b''",
    "while b'Kind of the first model' not in seen: seen += os.read(main, 4096)",
    "os.write(main, b'\\x03')",
    "while b'Nothing was written' not in seen: seen += os.read(main, 4096)",
    "_, status = os.waitpid(child, 0)",
    "print(os.waitstatus_to_exitcode(status), termios.tcgetattr(side) == before)",
  ].join("\n");
  const given = ["--name", "asked", "--group", "a.b"];
  const args = ["-c", script, process.execPath, cmgen, "init", "asked", ...given];
  const { stdout } = await execute("python3", args, { cwd: folder, timeout: 60_000 });
  expect(stdout).toBe("130 True\n");
  expect(existsSync(join(folder, "asked"))).toBe(false);
});
