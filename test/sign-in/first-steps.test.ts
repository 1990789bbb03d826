import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { silentLog, tokens, withCallers, withoutAccess, type Plugin } from "@cmgen/runtime";
import { repositoryRoot } from "../boundaries/repository.js";
import { runCmgen, type CommandOutcome } from "../cli/run-cmgen.js";
import { post, startUsers, type UsersService } from "./users-service.js";

const PASSWORD = "correct horse battery";
const collection = "/apis/desk.example.com/v1/users";

/** What is written and said where a plugin begins to have users, and what a service of it does then. */
describe("the first steps to users", () => {
  let folder = "";
  let plugin: Plugin;
  let service: UsersService | undefined;
  let added: CommandOutcome;
  let access: CommandOutcome;

  const cmgen = (args: readonly string[], input = ""): Promise<CommandOutcome> =>
    runCmgen(args, { workingFolder: folder, input });
  const start = async (served: Plugin, warned: string[] = []): Promise<string> => {
    const log = { ...silentLog, warn: (_: unknown, message?: string) => void warned.push(String(message)) };
    const databaseUrl = `file:${join(folder, ".data/desk-plugin.db")}`;
    service = await startUsers({ plugin: served, folder, module: "", remove: () => undefined }, "sqlite", {
      databaseUrl,
      authorizer: "none",
      log,
    });
    return service.server.url;
  };

  beforeAll(async () => {
    vi.stubEnv("CMGEN_DATABASE_URL", "");
    folder = mkdtempSync(join(tmpdir(), "cmgen-first-steps-"));
    symlinkSync(join(repositoryRoot, "node_modules"), join(folder, "node_modules"), "dir");
    writeFileSync(join(folder, "package.json"), '{ "name": "desk-plugin", "type": "module" }');
    const options = { target: "ES2023", module: "NodeNext", strict: true, skipLibCheck: true, types: ["node"] };
    const tsconfig = { compilerOptions: { ...options, rootDir: "src", outDir: "dist" }, include: ["src"] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(tsconfig));
    const config =
      'import { defineConfig } from "cmgen";\nexport default defineConfig({ api: "desk.example.com/v1", users: { signUp: "open" } });\n';
    writeFileSync(join(folder, "cmgen.config.ts"), config);
    added = await cmgen(["add", "users"]);
    access = await cmgen(["add", "access"]);
    expect((await cmgen(["generate"])).code).toBe(0);
    const compiler = join(repositoryRoot, "node_modules/typescript/bin/tsc");
    execFileSync(process.execPath, [compiler, "-p", "."], { cwd: folder, stdio: "pipe" });
    expect((await cmgen(["migrate", "deploy"])).code).toBe(0);
    const made = await cmgen(["user", "create", "ann", "--admin", "--password-stdin"], `${PASSWORD}\n`);
    expect([made.code, made.error]).toEqual([0, ""]);
    const module = pathToFileURL(join(folder, "dist/generated/plugin.js")).href;
    ({ plugin } = (await import(module)) as { plugin: Plugin });
  });
  afterEach(async () => {
    await service?.close();
    service = undefined;
  });
  afterAll(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });

  it("are printed one after another, each that is needed", () => {
    expect(added.out).toContain(`
Continue with:

  Without src/access.ts everybody may do everything: the command \`add access\` makes it.
  cmgen generate
  Compile the plugin, as with \`npm run build\`.
  cmgen migrate deploy
  cmgen user create <name> --admin
`);
    expect(access.out).toContain(
      "\nContinue with:\n\n  Write in `roles` of src/access.ts what users may do.\n" +
        "  Tests are callers too, and may do nothing now. They say who calls, or start `withoutAccess(plugin)`: page access.md, In tests.\n" +
        "  cmgen generate\n",
    );
  });

  it("end where an administrator signs in, and whoever signs up sees nobody", async () => {
    expect(readFileSync(join(folder, "src/access.ts"), "utf8")).toContain("authenticate: [tokens(), sessions()],");
    const warned: string[] = [];
    const url = await start(plugin, warned);
    expect(warned.filter((message) => message.includes("has users"))).toEqual([]);
    const status = async (headers: Readonly<Record<string, string>>): Promise<number> =>
      (await fetch(url + collection, { headers })).status;
    const { cookie = "" } = await post(url, "sign-in", { name: "ann", password: PASSWORD });
    expect(await status({ cookie })).toBe(200);
    const { body } = await post(url, "sign-up", { name: "bob", password: PASSWORD, session: "bearer" });
    expect(await status({ authorization: `Bearer ${String(body["token"])}` })).toBe(403);
  });

  it("with an src/access.ts that was not generated in, the service does not start", async () => {
    const { access: own, ...stale } = plugin;
    expect(own).toBeDefined();
    await expect(start(stale, [])).rejects.toThrow(/src\/access\.ts is not in force: .* Run `cmgen generate`/);
  });

  it("without src/access.ts, or sessions() in it, the log has a warning", async () => {
    const warned: string[] = [];
    await start(withoutAccess(plugin), warned);
    expect(warned).toContainEqual(expect.stringContaining("no src/access.ts says what they may do"));
    await service?.close();
    await start(withCallers(plugin, tokens()), warned);
    expect(warned).toContainEqual(expect.stringContaining("has no sessions()"));
  });
});
