import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { freePort } from "../../scripts/steps/free-port.mjs";
import { publishedFolders } from "../../scripts/steps/published-packages.mjs";
import { npm } from "../../scripts/steps/tools.mjs";
import { repositoryRoot } from "../boundaries/repository.js";
import { createDatabase } from "../postgres/create-database.js";
import { holdsAt } from "../server/rule.js";
import { rules } from "../server/rules.js";
import { cleanEnvironment } from "./clean-environment.js";
import { createSettings, PUBLISHED_BEFORE } from "./create-settings.js";
import { INSTALL_MS, InstalledPlugin } from "./installed-plugin.js";
import { legacyBinary } from "./legacy-binary.js";
import { Verdaccio } from "./verdaccio.js";

const isAsked = Number(process.env["CMGEN_RUNTIMES"] ?? 0) > 0;
if (!isAsked)
  process.stderr.write("\nSKIPPED: Verdaccio, yarn, Bun and Deno: `npm run soak -- runtimes` tries them\n\n");

/** Packages of npm with the programs for this platform. */
const programs = join(repositoryRoot, "node_modules", ".cache", "cmgen", "runtimes");
const platform = `${process.platform}-${process.arch}`;
const bun = join(programs, "node_modules", "@oven", `bun-${platform}`, "bin", "bun");
const deno = join(
  programs,
  "node_modules",
  "@deno",
  `${platform}${process.platform === "linux" ? "-glibc" : ""}`,
  "deno",
);
const yarn = join(repositoryRoot, "node_modules", "@yarnpkg", "cli-dist", "bin", "yarn.js");
const pnpm = join(repositoryRoot, "node_modules", "pnpm", "bin", "pnpm.mjs");
const people = join(repositoryRoot, "examples", "people");
const server = join(people, "dist", "generated", "server.js");

const folder = mkdtempSync(join(tmpdir(), "cmgen other programs "));
afterAll(() => rmSync(folder, { recursive: true }), INSTALL_MS);

describe.skipIf(!isAsked)("with programs that are not npm and Node.js", { timeout: 2 * INSTALL_MS }, () => {
  beforeAll(async () => {
    if (existsSync(bun) && existsSync(deno)) return;
    mkdirSync(programs, { recursive: true });
    writeFileSync(join(programs, "package.json"), "{}");
    const [command = "", ...args] = npm([
      "install",
      "--prefix",
      programs,
      "--ignore-scripts",
      "bun@1.4.5",
      "deno@2.9.6",
    ]);
    await promisify(execFile)(command, args, { env: cleanEnvironment() });
  }, INSTALL_MS);

  describe("a new plugin, from a registry to which all packages were published", () => {
    let registry: Verdaccio;
    let settings: Readonly<Record<string, string>>;

    beforeAll(async () => {
      registry = await Verdaccio.start(join(folder, "registry"));
      const cache = join(folder, "cache");
      settings = {
        ...(await legacyBinary(folder)),
        ...(await createSettings(folder, registry.url)),
        // Scripts call the program that runs them by its name.
        PATH: [dirname(process.execPath), dirname(bun), process.env["PATH"]].join(delimiter),
        // They refuse what was published today, unless told otherwise.
        pnpm_config_minimum_release_age: "0",
        YARN_NPM_MINIMAL_AGE_GATE: `${Math.ceil((Date.now() - Date.parse(PUBLISHED_BEFORE)) / 86_400_000)}d`,
        YARN_NPM_PREAPPROVED_PACKAGES: "@cmgen/*,cmgen,create-cmgen",
        BUN_CONFIG_REGISTRY: registry.url,
        BUN_INSTALL_CACHE_DIR: join(cache, "bun"),
        YARN_NPM_REGISTRY_SERVER: registry.url.replace(/\/$/, ""),
        YARN_UNSAFE_HTTP_WHITELIST: "127.0.0.1",
        YARN_ENABLE_IMMUTABLE_INSTALLS: "false",
        YARN_ENABLE_TELEMETRY: "0",
        // What is published here must not be in the caches of the next run.
        YARN_GLOBAL_FOLDER: join(cache, "yarn"),
        YARN_CACHE_FOLDER: join(cache, "yarn"),
      };
    }, INSTALL_MS);
    afterAll(() => registry.close());

    it("gets each package once, also where publishing is begun again", async () => {
      // Any token: npm wants one before it publishes.
      const env = cleanEnvironment({ [`npm_config_${registry.url.slice("http:".length)}:_authToken`]: "rehearsal" });
      const publish = async (): Promise<number> => {
        const args = ["scripts/release.mjs", "rehearse-at", registry.url];
        const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: repositoryRoot, env });
        return stdout.match(/^\+ /gm)?.length ?? 0;
      };
      expect([await publish(), await publish()]).toEqual([publishedFolders().length, 0]);
    });

    it.each([
      ["npm", npm([])],
      ["pnpm", [process.execPath, pnpm]],
      ["yarn", [process.execPath, yarn]],
      ["bun", [bun]],
    ])(
      "is made, installed, tested and started with %s, and has another model",
      async (name, [command = "", ...first]) => {
        const parent = join(folder, name);
        mkdirSync(parent);
        await new InstalledPlugin(parent, "npm", settings).run(command, ...first, "create", "cmgen", "my-plugin");
        const plugin = new InstalledPlugin(join(parent, "my-plugin"), "npm", settings);
        await plugin.run(command, ...first, "install");
        await plugin.run(process.execPath, "node_modules/cmgen/bin/cmgen.js", "add", "model", "Note");
        expect(await plugin.run(command, ...first, "run", "test")).toMatch(/Tests.*4 passed/);
        const { code, output } = await plugin.startWith([command, ...first, "run", "start"], {}, async (url) => {
          expect((await fetch(`${url}/apis/my-plugin.example.com/v1alpha1/notes`)).status).toBe(200);
        });
        // Some end by the signal that they were sent, once their script has ended.
        expect([code === null || code === 0 || code === 130, output], output).toEqual([
          true,
          expect.stringContaining('"stopped"'),
        ]);
      },
    );
  });

  describe.each([
    ["Deno", "sqlite", [deno, "run", "-A"], []],
    ["Deno", "postgresql", [deno, "run", "-A"], []],
    // It does not hand on a request for `*`.
    ["Bun", "postgresql", [bun], ["OPTIONS answers 204 with what is allowed"]],
  ])("a service that %s runs on %s", (name, database, command, exceptions) => {
    let service: ChildProcess;
    let url: string;
    let output = "";

    beforeAll(async () => {
      const port = await freePort();
      url = `http://127.0.0.1:${port}`;
      const file = `file:${join(folder, `${name}.db`)}`;
      const databaseUrl = database === "sqlite" ? file : await createDatabase();
      const env = { ...cleanEnvironment(), PORT: String(port), CMGEN_DATABASE_URL: databaseUrl };
      const [program = "", ...args] = command;
      service = spawn(program, [...args, server], { cwd: people, env, stdio: ["ignore", "pipe", "pipe"] });
      for (const stream of [service.stdout, service.stderr])
        stream?.on("data", (chunk: Buffer) => (output += String(chunk)));
      const isReady = async (): Promise<number> => (await fetch(`${url}/readyz`)).status;
      await vi.waitFor(async () => expect(await isReady()).toBe(200), { timeout: 30_000 });
    });
    afterAll(() => void service.kill("SIGKILL"));

    it("answers as the contract says", async () => {
      const broken: string[] = [];
      for (const row of Object.values(rules).flat()) await holdsAt(url, row).catch(() => broken.push(row.rule));
      expect(broken).toEqual(exceptions);
    });

    it("is called by a client that it runs, too", async () => {
      const [program = "", ...args] = command;
      const client = clientProgram(url);
      const { stdout } = await promisify(execFile)(program, [...args, client], { cwd: people, timeout: 30_000 });
      rmSync(client);
      expect(stdout).toBe("Zoe\nADDED zoe\nDELETED zoe\n");
    });

    it("stops on SIGTERM", async () => {
      const ended = once(service, "exit");
      service.kill("SIGTERM");
      expect([await ended, output.includes('"stopped"')], output.slice(-1000)).toEqual([[0, null], true]);
    });
  });

  it("Bun says that it has no driver for SQLite", async () => {
    const env = { ...cleanEnvironment(), PORT: "0", CMGEN_DATABASE_URL: ":memory:" };
    await expect(promisify(execFile)(bun, [server], { cwd: people, env })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Bun has no SQLite driver that fits. Use PostgreSQL"),
    });
  });
});

/** A module that creates, lists, watches and deletes with the generated client. It is in the plugin, where Deno looks for its packages. */
function clientProgram(url: string): string {
  const path = join(people, "dist", "other-programs-client.mjs");
  writeFileSync(
    path,
    `import { createPeopleClient } from "./generated/v1alpha1/client.js";
const people = createPeopleClient({ baseUrl: ${JSON.stringify(url)} });
const { metadata } = await people.list();
await people.create({ metadata: { name: "zoe" }, spec: { name: "Zoe", age: 30 } });
const { items } = await people.list({ where: { "spec.name": "Zoe" } });
console.log(items.map(({ spec }) => spec.name).join());
for await (const { type, object } of people.watch({ resourceVersion: metadata.resourceVersion })) {
  console.log(type, object.metadata.name);
  if (type === "DELETED") break;
  await people.delete("zoe");
}
`,
  );
  return path;
}
