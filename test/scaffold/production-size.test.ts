import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { repositoryRoot } from "../boundaries/repository.js";

interface Manifest {
  readonly engines?: { readonly node?: string };
  readonly files?: readonly string[];
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly publishConfig?: { readonly directory?: string };
}

interface Installed {
  readonly name: string;
  readonly folder: string;
  readonly manifest: Manifest;
}

/** What `npm install --omit=dev` installs for a new plugin on this Node.js: what follows from its dependencies. */
const installed = installedFor(readManifest(join(repositoryRoot, "templates", "scaffold")));

it("has nothing that only generates, compiles or tests", () => {
  const names = installed.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["@cmgen/model", "@cmgen/runtime", "@cmgen/store", "pg"]));
  const forBuilding =
    /^(cmgen|@cmgen\/(generator|templates)|ts-morph|typescript|@?prisma\b.*|handlebars|vitest|oxfmt|yargs|ajv)$/;
  expect(names.filter((name) => forBuilding.test(name))).toEqual([]);
});

it("runs no script when it is installed, but that of the SQLite driver on Node.js 20", () => {
  const withScripts = installed.filter(({ folder, manifest: { scripts = {} } }) => {
    const names = ["preinstall", "install", "postinstall"];
    return existsSync(join(folder, "binding.gyp")) || names.some((name) => name in scripts);
  });
  expect(withScripts.map(({ name }) => name)).toEqual(isNode20() ? ["better-sqlite3"] : []);
});

it("has the size that docs/deploying.md says", () => {
  const page = readFileSync(join(repositoryRoot, "docs", "deploying.md"), "utf8");
  const [, later, node20] = /take (\d+) MB \((\d+) MB on Node\.js 20/.exec(page)?.map(Number) ?? [];
  const sizes = installed.map((each) => ({ name: each.name, megabytes: publishedBytes(each) / 1e6 }));
  const total = sizes.reduce((sum, { megabytes }) => sum + megabytes, 0);
  const largest = sizes.toSorted((a, b) => b.megabytes - a.megabytes).slice(0, 5);
  const said = (isNode20() ? node20 : later) ?? 0;
  expect(total, JSON.stringify(largest)).toBeLessThan(said + 2);
  // A driver that was downloaded for Node.js 20 has not been compiled, and is smaller.
  expect(total, JSON.stringify(largest)).toBeGreaterThan(isNode20() ? said / 2 : said - 2);
});

function isNode20(): boolean {
  return process.versions.node.startsWith("20.");
}

function installedFor(plugin: Manifest): readonly Installed[] {
  const found = new Map<string, Installed>();
  const follow = ({ dependencies, optionalDependencies }: Manifest, from: string): void => {
    for (const name of Object.keys({ ...optionalDependencies, ...dependencies })) {
      const folder = locate(name, from);
      if (folder === undefined && optionalDependencies?.[name] !== undefined) continue;
      if (folder === undefined) throw new Error(`${name} is not installed, which ${from} needs`);
      const manifest = readManifest(folder);
      if (found.has(folder) || isForOtherNode(name) || isForOtherPlatform(manifest)) continue;
      found.set(folder, { name, folder, manifest });
      follow(manifest, folder);
    }
  };
  follow(plugin, repositoryRoot);
  return [...found.values()];
}

/** Of the two SQLite drivers npm installs the one for the Node.js that runs. */
function isForOtherNode(name: string): boolean {
  return name === (isNode20() ? "@cmgen/sqlite" : "@cmgen/sqlite-node20");
}

/** Tests run on Linux with glibc, or where there is one C library. */
function isForOtherPlatform({ os = [process.platform], cpu = [process.arch], libc = ["glibc"] }: Manifest): boolean {
  return !os.includes(process.platform) || !cpu.includes(process.arch) || !libc.includes("glibc");
}

/** Where a package is, as it is published. */
function locate(name: string, from: string): string | undefined {
  const path = join(from, "node_modules", name);
  if (existsSync(path)) return join(realpathSync(path), readManifest(path).publishConfig?.directory ?? "");
  return dirname(from) === from ? undefined : locate(name, dirname(from));
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}

/** Of the packages of this repository only what is published counts. */
function publishedBytes({ folder, manifest: { files } }: Installed): number {
  const isOwn = !folder.includes("node_modules");
  const entries = isOwn ? (files ?? []).filter((file) => !file.startsWith("!")) : readdirSync(folder);
  return entries.reduce((sum, entry) => sum + bytesOf(join(folder, entry)), 0);
}

/** Tests are not published, and packages inside of a package are counted by themselves. */
function bytesOf(path: string): number {
  if (/[\\/]node_modules$|\.test\./.test(path) || !existsSync(path)) return 0;
  const stat = lstatSync(path);
  if (!stat.isDirectory()) return stat.size;
  return readdirSync(path).reduce((sum, entry) => sum + bytesOf(join(path, entry)), 0);
}
