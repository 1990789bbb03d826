import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { root } from "./root.mjs";
import { run, runStep } from "./run.mjs";
import { npm } from "./tools.mjs";

/** The oldest Node.js that is supported, and the newest that is tested. CONTRIBUTING.md names both. */
export const oldestNode = "20.19.0";
export const newestNode = "26.10.0";

/**
 * What the newest Node.js runs of the usual tests: what depends on it, which is drivers, sockets, processes and streams. What reads and writes
 * text alone, runs compilers, or is the same service on another model runs on the oldest.
 */
export const usualOfNewest = [
  ...["packages", "sharing", "system"].flatMap((project) => ["--project", project]),
  ...["runtime", "sqlite", "store"].map((name) => `packages/${name}/`),
  ...["client", "postgres", "tracing"].map((folder) => `test/${folder}/`),
  ...["batch", "conformance", "connection", "hostile-clients", "processes", "transactions", "upgrade"].map(
    (name) => `test/server/${name}`,
  ),
  ...["sign-in/sign-in", "store/concurrency", "store/sqlite", "subscriptions/subscriptions"].map(
    (name) => `test/${name}`,
  ),
];

/** What it runs of all others: processes that are started, killed and watched, and packages that are installed. */
export const othersOfNewest = [
  "test/backup/running-backup",
  "test/crash",
  "test/install/install",
  "test/scaffold/dev",
  "test/server/leadership",
  "test/server/mounted",
  "test/server/process",
  "test/server/watch",
  "test/store/contract",
  "test/store/streams",
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
