import { execFileSync } from "node:child_process";
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { benches } from "../../scripts/runs/benches.mjs";
import { readOptions } from "../../scripts/runs/read-run.mjs";
import { publishedFolders } from "../../scripts/steps/published-packages.mjs";
import { npm } from "../../scripts/steps/tools.mjs";
import { compileBenches } from "./launch/compile-benches.mjs";

// npm run bench -- installs
// Installs what each tool's own starter asks for, with npm, and counts: everything, and what is left without what only builds and tests.
// Install scripts are not run, so that nothing is compiled or fetched besides: drivers that need one lack their binary. Sizes are those of
// the files, in millions of bytes. cmgen is installed from packed packages. --record puts the table into docs/measurements.md.

const root = fileURLToPath(new URL("../../", import.meta.url));
const directory = join(root, "node_modules", ".cache", "cmgen-bench", "installs");

/** With TypeScript as each uses it, a server and SQLite where they are not part of it, and no test runner or linter. */
const starters = {
  Remult: {
    dependencies: ["remult@3.3.18", "express@5", "better-sqlite3@13"],
    devDependencies: ["tsx@4", "typescript@5"],
  },
  ZenStack: {
    dependencies: ["@zenstackhq/orm@3.9.4", "@zenstackhq/server@3.9.4", "better-sqlite3@12", "express@5"],
    devDependencies: ["@zenstackhq/cli@3.9.4", "typescript@5"],
  },
  Payload: {
    dependencies: [
      "payload@3.90.2",
      "@payloadcms/next@3.90.2",
      "@payloadcms/db-sqlite@3.90.2",
      "@payloadcms/richtext-lexical@3.90.2",
      "@payloadcms/ui@3.90.2",
      "next@16",
      "react@19",
      "react-dom@19",
      "graphql@16",
      "sharp@0.35",
    ],
    devDependencies: ["typescript@5"],
  },
  Strapi: {
    dependencies: [
      "@strapi/strapi@5.54.0",
      "@strapi/plugin-users-permissions@5.54.0",
      "better-sqlite3@12",
      "react@18",
      "react-dom@18",
      "react-router-dom@6",
      "styled-components@6",
    ],
    devDependencies: ["typescript@5"],
  },
};

const options = readOptions(benches, "installs", process.argv.slice(2));
compileBenches();
const { printFigures } = await import("./dist/measure/print-figures.js");
const { recordFigures } = await import("./dist/record-figures.js");

rmSync(directory, { recursive: true, force: true });
const manifests = { cmgen: packedStarter(), ...Object.fromEntries(Object.entries(starters).map(manifestOf)) };
const figures = Object.entries(manifests).map(([name, manifest]) => {
  process.stderr.write(`${name} …\n`);
  const all = install(`${name}-all`, manifest, []);
  const served = install(`${name}-served`, manifest, ["--omit=dev"]);
  return {
    bench: "installs",
    size: 1,
    name,
    values: {
      packages: { amount: all.packages, unit: "times" },
      size: { amount: all.bytes / 1e6, unit: "MB" },
      "packages to serve": { amount: served.packages, unit: "times" },
      "size to serve": { amount: served.bytes / 1e6, unit: "MB" },
    },
  };
});
rmSync(directory, { recursive: true, force: true });
process.stdout.write(`\n${printFigures(figures)}`);
if (options.record) await recordFigures(figures);

function manifestOf([name, { dependencies, devDependencies }]) {
  const ranges = (packages) =>
    Object.fromEntries(
      packages.map((each) => {
        const at = each.lastIndexOf("@");
        return [each.slice(0, at), each.slice(at + 1)];
      }),
    );
  return [name, { dependencies: ranges(dependencies), devDependencies: ranges(devDependencies) }];
}

/** A new plugin of `cmgen init`, but for its test runner, with packages as they are published. */
function packedStarter() {
  const folder = join(directory, "packed");
  mkdirSync(folder, { recursive: true });
  const packing = npm([
    "pack",
    "--json",
    `--pack-destination=${folder}`,
    ...publishedFolders().map((each) => `./${each}`),
  ]);
  const packed = Object.values(JSON.parse(run(packing, root)));
  const files = Object.fromEntries(packed.map(({ name, filename }) => [name, `file:${join(folder, filename)}`]));
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(root, "templates/scaffold/package.json"), "utf8"),
  );
  const taken = (ranges) =>
    Object.fromEntries(
      Object.entries(ranges)
        .filter(([name]) => name !== "vitest")
        .map(([name, range]) => [name, files[name] ?? range]),
    );
  return { dependencies: taken(dependencies), devDependencies: taken(devDependencies), overrides: files };
}

function install(name, manifest, settings) {
  const folder = join(directory, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "app", private: true, ...manifest }));
  run(npm(["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", ...settings]), folder);
  const { packages } = JSON.parse(readFileSync(join(folder, "node_modules", ".package-lock.json"), "utf8"));
  return { packages: Object.keys(packages).length, bytes: bytesOf(join(folder, "node_modules")) };
}

function run([command, ...args], cwd) {
  return execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], maxBuffer: 1e8 });
}

function bytesOf(path) {
  const stat = lstatSync(path);
  if (!stat.isDirectory()) return stat.size;
  return readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0);
}
