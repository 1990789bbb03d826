import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

// Makes what is published of this package: the driver's JavaScript, and beside it a package with the binary of each platform. They are where
// Node.js finds them from each other, so that the repository loads them as an installed plugin does. better-sqlite3 as a dependency would
// bring all binaries and a binding.gyp, for which `npm ci` runs node-gyp: see docs/decisions/sqlite-driver-by-node-version.md.
const folder = dirname(import.meta.dirname);
const source = dirname(fileURLToPath(import.meta.resolve("better-sqlite3/package.json")));
const dist = join(folder, "dist");

const manifest = readJson(join(folder, "package.json"));
const { directory, ...publishConfig } = manifest.publishConfig;
const driver = readJson(join(source, "package.json"));

rmSync(dist, { recursive: true, force: true });
const platforms = readdirSync(join(source, "prebuilds")).map((file) => basename(file, ".node"));
for (const platform of platforms) makeBinary(platform);
makeDriver();

function makeDriver() {
  const target = join(folder, directory);
  const parts = ["index.cjs", "LICENSE", "README.md"];
  for (const part of parts) cpSync(join(folder, part), join(target, part), { recursive: true });
  for (const part of ["LICENSE", "lib"])
    cpSync(join(source, part), join(target, "better-sqlite3", part), { recursive: true });
  // Its modules are CommonJS, which this package is not.
  const { name, version, license } = driver;
  writeJson(join(target, "better-sqlite3", "package.json"), { name, version, license, type: "commonjs" });
  writeJson(join(target, "package.json"), {
    ...manifest,
    exports: { ".": "./index.cjs", "./package.json": "./package.json" },
    files: ["index.cjs", "better-sqlite3"],
    publishConfig,
    // What only the build needs.
    scripts: undefined,
    devDependencies: undefined,
    optionalDependencies: Object.fromEntries(platforms.map((platform) => [packageOf(platform), manifest.version])),
  });
}

function makeBinary(platform) {
  const name = packageOf(platform);
  const target = join(dist, "node_modules", name);
  mkdirSync(target, { recursive: true });
  cpSync(join(source, "prebuilds", `${platform}.node`), join(target, "better_sqlite3.node"));
  cpSync(join(source, "LICENSE"), join(target, "LICENSE"));
  const [system, cpu] = platform.split("-");
  writeFileSync(
    join(target, "README.md"),
    `# ${name}\n\nThe binary of [better-sqlite3](https://www.npmjs.com/package/better-sqlite3) ${driver.version} for ${platform}, which\n[@cmgen/sqlite](https://www.npmjs.com/package/@cmgen/sqlite) installs on that platform.\n`,
  );
  writeJson(join(target, "package.json"), {
    name,
    version: manifest.version,
    description: `The binary of @cmgen/sqlite for ${platform}.`,
    keywords: manifest.keywords,
    license: driver.license,
    type: "commonjs",
    engines: manifest.engines,
    os: [system.replace("musl", "")],
    cpu: [cpu],
    ...(system.startsWith("linux") && { libc: [system === "linuxmusl" ? "musl" : "glibc"] }),
    exports: { ".": "./better_sqlite3.node", "./package.json": "./package.json" },
    files: ["better_sqlite3.node"],
    publishConfig,
  });
}

function packageOf(platform) {
  return `${manifest.name}-${platform}`;
}

function readJson(path) {
  return JSON.parse(readFileSync(path, "utf8"));
}

function writeJson(path, value) {
  writeFileSync(path, `${JSON.stringify(value, undefined, 2)}\n`);
}
