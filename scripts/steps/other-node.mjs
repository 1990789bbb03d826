import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { landingProjects } from "../runs/tiers.mjs";
import { root } from "./root.mjs";
import { projectArguments } from "./run-vitest.mjs";
import { run, runStep } from "./run.mjs";
import { npm } from "./tools.mjs";

/** The oldest Node.js that is supported, and the newest that is tested. CONTRIBUTING.md names both. */
export const oldestNode = "20.19.0";
export const newestNode = "26.10.0";

/** The Node.js that runs this is old enough where it is of the oldest major version. */
export const testedOldestNode =
  majorOf(process.versions.node) === majorOf(oldestNode) ? process.versions.node : oldestNode;

/** What a landing runs on the newest Node.js: what depends most on it, which is drivers, sockets, processes and streams. */
export const landingOfNewestNode = [
  ...projectArguments(landingProjects),
  ...["connection", "conformance", "hostile-clients", "process", "watch"].map((name) => `test/server/${name}.test.ts`),
  ...["contract", "sqlite-writer"].map((name) => `test/store/${name}.test.ts`),
  "packages/client/src/watch.test.ts",
  "test/client/generated-client.test.ts",
  "test/crash/killed-service.test.ts",
];

/** What the night runs on it besides: more of the same, and packages that are installed. */
export const nightOfNewestNode = [
  ...["runtime", "sqlite", "store"].map((name) => `packages/${name}/`),
  ...["client", "crash", "postgres", "tracing"].map((folder) => `test/${folder}/`),
  ...[
    "batch",
    "connection",
    "hostile-clients",
    "leadership",
    "mounted",
    "process",
    "transactions",
    "upgrade",
    "watch",
  ].map((name) => `test/server/${name}`),
  ...["concurrency", "contract", "sqlite", "streams"].map((name) => `test/store/${name}`),
  ...["backup/running-backup", "install/install", "scaffold/dev"].map((name) => `test/${name}`),
  ...["sign-in/sign-in", "subscriptions/subscriptions"].map((name) => `test/${name}`),
  "test/server/conformance",
];

/** Runs `scripts/test.mjs` with another Node.js, which is then the `node` of everything that the tests start. Returns the exit code. */
export async function testWith(version, selection = []) {
  const node = await nodeExecutable(version);
  const env = { PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
  return run(node, [join(root, "scripts", "test.mjs"), ...selection], { env });
}

/** The executable of a version of Node.js: this one, or what npm's package for this platform contains. */
export async function nodeExecutable(version) {
  if (version === process.versions.node) return process.execPath;
  const windows = process.platform === "win32";
  const name = `node-${windows ? "win" : process.platform}-${process.arch}`;
  const folder = join(root, "node_modules", ".cache", "cmgen", `node-${version}`);
  const executable = join(folder, "node_modules", name, "bin", windows ? "node.exe" : "node");
  if (existsSync(executable)) return executable;
  console.log(`cmgen: installing Node.js ${version} (${name})`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), "{}");
  await runStep(
    `Installing ${name}@${version}`,
    npm(["install", "--prefix", folder, "--ignore-scripts", `${name}@${version}`]),
  );
  return executable;
}

function majorOf(version) {
  return Number.parseInt(version, 10);
}
