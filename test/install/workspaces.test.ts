import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { repositoryRoot } from "../boundaries/repository.js";
import { INSTALL_MS, InstalledPlugin } from "./installed-plugin.js";
import { legacyBinary } from "./legacy-binary.js";
import { packPackages, type PackedPackage } from "./pack-packages.js";
import { PackageRegistry } from "./package-registry.js";

const cmgen = join(repositoryRoot, "packages", "cli", "bin", "cmgen.js");
const programs = {
  pnpm: join(repositoryRoot, "node_modules", "pnpm", "bin", "pnpm.mjs"),
  yarn: join(repositoryRoot, "node_modules", "@yarnpkg", "cli-dist", "bin", "yarn.js"),
};

/** How many of the package managers are tried: each installs everything again, which takes half a minute. */
const count = Number(process.env["CMGEN_WORKSPACES"] ?? 0);
if (count === 0) process.stderr.write("\nSKIPPED: plugins in workspaces: `npm run soak -- workspaces` tries them\n\n");

/** Plugins as packages of a workspace: everything is installed at its root, and commands are typed where the author is. */
describe.skipIf(count === 0)("a plugin in a workspace", () => {
  let folder: string;
  let packages: readonly PackedPackage[];
  let registry: PackageRegistry;
  let settings: Readonly<Record<string, string>>;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "cmgen workspaces "));
    packages = await packPackages(folder);
    registry = await PackageRegistry.start(packages);
    const yarn = { YARN_ENABLE_IMMUTABLE_INSTALLS: "false", YARN_ENABLE_TELEMETRY: "0" };
    settings = { ...(await legacyBinary(folder)), ...yarn };
  }, INSTALL_MS);

  afterAll(async () => {
    await registry.close();
    rmSync(folder, { recursive: true });
  }, INSTALL_MS);

  const managers = ["npm", "pnpm", "yarn"] as const;
  it.each(managers.slice(0, count))(
    "of %s installs, builds, and generates from a sub-folder",
    { timeout: 2 * INSTALL_MS },
    async (manager) => {
      const root = join(folder, manager);
      const plugin = join(root, "plugins", "library");
      mkdirSync(join(root, "plugins"), { recursive: true });
      const type = (place: string, ...words: readonly string[]): Promise<string> => {
        const typed = new InstalledPlugin(place, "npm", settings);
        return manager === "npm" ? typed.manage(...words) : typed.run(process.execPath, programs[manager], ...words);
      };
      writeWorkspace(new InstalledPlugin(root, "npm"), registry.url);
      await new InstalledPlugin(root, "npm").run(process.execPath, cmgen, "init", join("plugins", "library"));
      expect(existsSync(join(plugin, "pnpm-workspace.yaml"))).toBe(false);
      publishedVersions(new InstalledPlugin(plugin, "npm"), packages);

      // Where the author is: it is the workspace that is installed.
      await type(plugin, "install");
      await type(plugin, "run", "build");
      expect(existsSync(join(plugin, "dist", "generated", "server.js"))).toBe(true);
      // What is shared is at the root, where npm and yarn put it.
      if (manager !== "pnpm") expect(existsSync(join(root, "node_modules", "@cmgen", "runtime"))).toBe(true);

      const inFolder = manager === "npm" ? ["exec", "--", "cmgen"] : ["exec", "cmgen"];
      const models = join(plugin, "src", "models");
      expect(await type(models, ...inFolder, "generate", "--check")).toContain("Nothing to change");
      const text = readFileSync(join(models, "task.ts"), "utf8");
      new InstalledPlugin(models, "npm").write("task.ts", text.replace("@minLength 1", "@minLenght 1"));
      await expect(type(models, ...inFolder, "generate")).rejects.toThrow(/task\.ts:5:7 error CM4001/);
    },
  );
});

/** The root's files for all three; each reads its own. */
function writeWorkspace(root: InstalledPlugin, registry: string): void {
  root.write("package.json", JSON.stringify({ name: "shelf", private: true, workspaces: ["plugins/*"] }));
  root.write("pnpm-workspace.yaml", "packages:\n  - plugins/*\nallowBuilds:\n  better-sqlite3: true\n");
  root.write(".npmrc", `@cmgen:registry=${registry}\n`);
  const scope = `npmScopes:\n  cmgen:\n    npmRegistryServer: "${registry.replace(/\/$/, "")}"\n`;
  root.write(".yarnrc.yml", `nodeLinker: node-modules\nunsafeHttpWhitelist:\n  - 127.0.0.1\n${scope}`);
  root.write("yarn.lock", "");
}

/** What `cmgen init` writes in a clone are links to the clone; here the packages come from the registry, as for everybody else. */
function publishedVersions(plugin: InstalledPlugin, packages: readonly PackedPackage[]): void {
  const tarball = packages.find(({ name }) => name === "cmgen")?.tarball ?? "";
  const text = plugin
    .read("package.json")
    .replaceAll(/"(@cmgen\/\w+)": "file:[^"]*"/g, (_, name: string) => {
      const version = packages.find((packed) => packed.name === name)?.version ?? "";
      return `"${name}": "^${version}"`;
    })
    .replace(/"cmgen": "file:[^"]*"/, `"cmgen": ${JSON.stringify(`file:${tarball}`)}`);
  plugin.write("package.json", text);
}
