import { execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "../postgres/create-database.js";
import { buildImage, type DockerStage } from "./docker-image.js";
import { createSettings, PUBLISHED_BEFORE } from "./create-settings.js";
import { firstAdditions, openForeignPage } from "./first-week.js";
import { ImageProcess } from "./image-process.js";
import { INSTALL_MS, InstalledPlugin, type PackageManager } from "./installed-plugin.js";
import { legacyBinary } from "./legacy-binary.js";
import { packPackages, type PackedPackage } from "./pack-packages.js";
import { PackageRegistry } from "./package-registry.js";

/** Outside of the repository, and with a path that careless scripts stumble over. */
const folder = mkdtempSync(join(tmpdir(), "cmgen déjà installé 東京 "));
let packages: readonly PackedPackage[];

beforeAll(async () => {
  packages = await packPackages(folder);
}, INSTALL_MS);
// Tens of thousands of files.
afterAll(() => rmSync(folder, { recursive: true }), INSTALL_MS);

const platforms = ["darwin", "linux", "linuxmusl", "win32"].flatMap((system) => [`${system}-arm64`, `${system}-x64`]);

const paths = (pattern: RegExp): readonly string[] =>
  packages.flatMap(({ name, files }) => files.filter((path) => pattern.test(path)).map((path) => `${name}: ${path}`));
const lacking = (wanted: string): readonly string[] =>
  packages.filter(({ files }) => !files.includes(wanted)).map(({ name }) => name);

describe("the published packages", () => {
  it("are all there", () => {
    expect(packages.map(({ name }) => name).toSorted()).toEqual(
      [
        "@cmgen/client",
        "@cmgen/console",
        "@cmgen/generator",
        "@cmgen/mcp",
        "@cmgen/model",
        "@cmgen/runtime",
        "@cmgen/sqlite",
        ...platforms.map((platform) => `@cmgen/sqlite-${platform}`),
        "@cmgen/sqlite-node20",
        "@cmgen/store",
        "@cmgen/templates",
        "cmgen",
        "create-cmgen",
      ].toSorted(),
    );
  });

  it("have the licence and a page", () => {
    expect([lacking("LICENSE"), lacking("README.md")]).toEqual([[], []]);
  });

  it("contain no tests, and nothing of other packages", () => {
    // The scaffolds' tests are part of what they write.
    expect(
      paths(/\.test\.|\.fixture\.|(^|\/)(node_modules|test)\//).filter((path) => !/scaffold(-\w+)?\/test\//.test(path)),
    ).toEqual([]);
    const rooms =
      /^(LICENSE|README\.md|package\.json|index\.cjs|better_sqlite3\.node|(add|better-sqlite3|bin|dist|src|generate|scaffold|scaffold-(docker|pnpm|yarn))\/.+)$/;
    expect(packages.flatMap(({ files }) => files.filter((path) => !rooms.test(path)))).toEqual([]);
  });

  it("contain every module that package.json exports, with its types", () => {
    const missing = packages.flatMap(({ name, files, manifest }) =>
      targets(manifest.exports)
        .filter((target) => !files.includes(target.slice(2)))
        .map((target) => `${name}: ${target}`),
    );
    expect(missing).toEqual([]);
    const typed = packages.filter(({ manifest }) =>
      targets(manifest.exports).some((target) => target.endsWith(".d.ts")),
    );
    expect(typed.map(({ name }) => name).toSorted()).toEqual([
      "@cmgen/client",
      "@cmgen/console",
      "@cmgen/generator",
      "@cmgen/mcp",
      "@cmgen/model",
      "@cmgen/runtime",
      "@cmgen/store",
      "cmgen",
    ]);
  });

  it("bring a binary for every platform, and no source to compile it from", () => {
    const binaries = platforms.map((platform) => `@cmgen/sqlite-${platform}: better_sqlite3.node`);
    expect(paths(/\.node$/).toSorted()).toEqual(binaries);
    expect(paths(/\.gyp$/)).toEqual([]);
  });

  it("depend on each other in the versions that are published together", () => {
    // A binary fits one version of the driver.
    const versions = new Map(
      packages.map(({ name, version, manifest }) => [name, manifest.os === undefined ? `^${version}` : version]),
    );
    const wrong = packages.flatMap(({ name, manifest }) =>
      Object.entries({ ...manifest.dependencies, ...manifest.optionalDependencies })
        .filter(([other, range]) => other.includes("cmgen") && range !== versions.get(other))
        .map(([other, range]) => `${name}: ${other} ${range}`),
    );
    expect(wrong).toEqual([]);
  });
});

const legacy = Number.parseInt(process.versions.node, 10) < 22;
const driver = legacy ? "@cmgen/sqlite-node20" : "@cmgen/sqlite";

/** What is needed to serve. */
const needed = ["@cmgen/model", "@cmgen/runtime", driver];

/** Of the binaries of all platforms, that of this one is installed where the driver is. */
const binaries = legacy ? [] : [`@cmgen/sqlite-${process.platform}-${process.arch}`];
const isBinary = (name: string): boolean => platforms.some((platform) => name === `@cmgen/sqlite-${platform}`);

/** What is needed to generate and to test, and not to serve. */
const buildTime = [
  "cmgen",
  "@cmgen/generator",
  "@cmgen/templates",
  "ts-morph",
  "typescript",
  "vitest",
  "oxfmt",
  "handlebars",
];

describe("cmgen installed from its packages", { timeout: INSTALL_MS }, () => {
  const plugin = (name: string, manager: PackageManager = "npm"): InstalledPlugin =>
    new InstalledPlugin(join(folder, name), manager, settings);
  let settings: Readonly<Record<string, string>>;
  let registry: PackageRegistry;

  beforeAll(async () => {
    registry = await PackageRegistry.start(packages);
    const published = { npm_config_before: PUBLISHED_BEFORE };
    settings = { ...(await legacyBinary(folder)), ...(await createSettings(folder, registry.url)), ...published };
  }, INSTALL_MS);
  afterAll(() => registry.close());

  describe.each(["npm", "pnpm"] as const)("a new plugin with %s", (manager) => {
    const name = `my-${manager}-plugin`;
    let own: InstalledPlugin;

    beforeAll(async () => {
      own = plugin(name, manager);
      await plugin(".", manager).manage("create", "cmgen@latest", name);
    }, INSTALL_MS);

    it("names versions that are published", () => {
      const { dependencies, devDependencies } = JSON.parse(own.read("package.json")) as Record<
        string,
        Record<string, string>
      >;
      const named = Object.entries({ ...dependencies, ...devDependencies }).filter(([wanted]) =>
        wanted.includes("cmgen"),
      );
      expect(named.length).toBeGreaterThan(3);
      expect(named.filter(([wanted, range]) => range !== `^${versionOf(wanted)}`)).toEqual([]);
      const file = "pnpm-workspace.yaml";
      if (manager === "pnpm") expect(own.read(file)).not.toContain("overrides");
      else expect(existsSync(join(own.folder, file))).toBe(false);
    });

    it("installs, and passes its own tests and those of what its author has added", async () => {
      for (const [path, text] of Object.entries(firstAdditions(`${name}.example.com`))) own.write(path, text);
      await own.manage("install");
      const output = await own.manage("test");
      expect(output).toMatch(/Test Files.*2 passed/);
    });

    it("starts, answers a page of another origin and stops", async () => {
      // A browser sees no package manager.
      const page = manager === "npm" ? await openForeignPage() : undefined;
      const environment: Record<string, string> = page === undefined ? {} : { CMGEN_CORS_ORIGINS: page.origin };
      const use = async (url: string): Promise<void> => {
        const collection = `${url}/apis/${name}.example.com/v1alpha1`;
        const response = await fetch(`${collection}/tasks`);
        const list = (await response.json()) as { readonly kind: string };
        expect([response.status, list.kind]).toEqual([200, "TaskList"]);
        const note = { metadata: { name: "from-a-page" }, spec: { text: "Hello" } };
        if (page !== undefined) expect(await page.call(`${collection}/notes`, note)).toEqual([200, 201]);
      };
      try {
        const { code, output } = await own.start(environment, use);
        // npm ends by the signal that it was sent, once its script has ended.
        expect([code ?? 0, output]).toEqual([0, expect.not.stringMatching(/error/i)]);
      } finally {
        await page?.close();
      }
    });
  });

  it("copies the tracker, which passes its tests and starts", async () => {
    const tracker = plugin("issues", "pnpm");
    await plugin(".", "pnpm").manage("create", "cmgen@latest", "issues", "--example", "tracker", "--group", "acme.dev");
    await tracker.manage("install");
    expect(await tracker.manage("test")).toMatch(/Tests.*5 passed/);
    const { code } = await tracker.start({}, async (url) => {
      const issues = await fetch(`${url}/apis/acme.dev/v1alpha1/issues`);
      expect(await issues.json()).toMatchObject({ kind: "IssueList", total: 1 });
      expect((await fetch(`${url}/console`)).status).toBe(200);
    });
    expect(code).toBe(0);
    expect(await tracker.manage("exec", "cmgen", "generate", "--check")).toContain("Nothing to change");
  });

  it("serves with pnpm without what only generates and tests", async () => {
    const own = plugin("my-pnpm-plugin", "pnpm");
    own.remove("node_modules");
    await own.manage("install", "--prod", "--frozen-lockfile");
    const installed = installedPackages(own.folder, "pnpm");
    expect(installed).toEqual(expect.arrayContaining(needed));
    expect(installed.filter(isBinary)).toEqual(binaries);
    expect(installed.filter((name) => buildTime.includes(name))).toEqual([]);
    await own.run(process.execPath, "--input-type=module", "--eval", serveOnce, ":memory:");
  });

  describe("an image's files", () => {
    let image: InstalledPlugin;
    let stage: DockerStage;
    let running: ImageProcess | undefined;

    afterAll(() => running?.end("SIGKILL"));

    it("are made with npm, and serve from another folder without what only generates and tests", async () => {
      const own = plugin("my-npm-plugin");
      await own.run(join(own.folder, "node_modules", ".bin", "cmgen"), "init", ".", "--force", "--docker");
      await own.manage("run", "generate");
      own.write(".env", "CMGEN_TOKEN=secret\n");
      const install = async (to: string, options: readonly string[]): Promise<void> => {
        if (!options.includes("--omit=dev")) return linkInstalled(own.folder, to);
        await new InstalledPlugin(to, "npm", settings).manage("ci", ...options);
      };
      const target = join(folder, "image stages");
      mkdirSync(target);
      stage = await buildImage({ context: own.folder, target, install });
      image = new InstalledPlugin(stage.folder, "npm", settings);
      expect(stage.user).toBe("node");
      expect(existsSync(join(target, "build", "app", "cmgen.config.ts"))).toBe(true);
      expect(existsSync(join(target, "build", "app", ".env"))).toBe(false);
      const shipped = [".data", "dist", "extensions", "node_modules", "openapi.json", "package.json", "prisma"];
      expect(readdirSync(image.folder).toSorted()).toEqual(shipped);
      const installed = installedPackages(image.folder, "npm");
      expect(installed).toEqual(expect.arrayContaining(needed));
      expect(installed.filter(isBinary)).toEqual(binaries);
      expect(installed.filter((name) => buildTime.includes(name))).toEqual([]);
      await serve(":memory:");
    });

    it("serve those who have the token, are found healthy, and end when they are told to", async () => {
      // Loopback is the only address that a test may listen on.
      const service = (running = await ImageProcess.start(stage, { HOST: "127.0.0.1", CMGEN_TOKEN: "secret" }));
      const readiness = async () => (service.child.exitCode === null ? service.status("/readyz") : service.output);
      await expect.poll(readiness, { timeout: 30_000 }).toBe(200);
      const tasks = "/apis/my-npm-plugin.example.com/v1alpha1/tasks";
      expect(await service.status(tasks)).toBe(401);
      expect(await service.status(tasks, "Bearer wrong")).toBe(401);
      expect(await service.status(tasks, "Bearer secret")).toBe(200);

      const [, ...check] = stage.healthCheck;
      const env = { ...process.env, PORT: new URL(service.url).port };
      const checked = () => promisify(execFile)(process.execPath, check, { env });
      await expect(checked()).resolves.toMatchObject({ stderr: "" });
      expect(await service.end("SIGTERM")).toEqual([0, null]);
      await expect(checked()).rejects.toMatchObject({ code: 1 });
    });

    it("refuse to start without a token", async () => {
      running = await ImageProcess.start(stage, {});
      expect(await once(running.child, "close")).toEqual([1, null]);
      expect(running.output).toContain("Without access or an authorizer the server listens on loopback only");
    });

    it("serve on PostgreSQL without SQLite's driver, and say what SQLite needs", async () => {
      image.remove(join("node_modules", ...driver.split("/")));
      await serve(await createDatabase());
      await expect(serve(":memory:")).rejects.toThrow(
        `The database cannot be opened: Node.js ${process.versions.node} has no SQLite driver: ${driver} is not installed. Delete node_modules`,
      );
    });

    const serve = (url: string) => image.run(process.execPath, "--input-type=module", "--eval", serveOnce, url);
  });
});

/** Starts the service on a database, and stops it. */
const serveOnce = `
  import { startServer } from "@cmgen/runtime";
  import { plugin } from "./dist/generated/plugin.js";
  const server = await startServer({ plugins: [plugin], root: plugin.root, port: 0, databaseUrl: process.argv[1] });
  await server.started;
  await server.close();
`;

/**
 * What `npm ci` would install for building, which is what `npm install` has installed from the same lock file. Installing hundreds of
 * packages again takes ten seconds of a processor; that `npm ci` takes the lock file is seen where it leaves out what only builds.
 */
function linkInstalled(from: string, to: string): void {
  const modules = join(to, "node_modules");
  mkdirSync(modules);
  for (const name of readdirSync(join(from, "node_modules"))) {
    // A new image remembers no earlier run.
    if (name !== ".cache") symlinkSync(join(from, "node_modules", name), join(modules, name));
  }
}

function versionOf(name: string): string | undefined {
  return packages.find((packed) => packed.name === name)?.version;
}

/** Names of everything that is installed, at any depth. */
function installedPackages(plugin: string, manager: PackageManager): readonly string[] {
  const modules = join(plugin, "node_modules");
  if (manager === "pnpm")
    return readdirSync(join(modules, ".pnpm")).map((entry) => entry.replace(/(?<=.)@.*/, "").replace("+", "/"));
  return readdirSync(modules, { recursive: true, encoding: "utf8" })
    .filter((path) => /(^|[\\/])package\.json$/.test(path))
    .map((path) =>
      path
        .replaceAll("\\", "/")
        .replace(/^(.*\/)?node_modules\//, "")
        .replace(/\/package\.json$/, ""),
    );
}

/** Paths in an `exports` field, however deep. */
function targets(exports: unknown): readonly string[] {
  if (typeof exports === "string") return [exports];
  return typeof exports === "object" && exports !== null ? Object.values(exports).flatMap(targets) : [];
}
