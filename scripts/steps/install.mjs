import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { installProblem } from "./installed.mjs";
import { root } from "./root.mjs";
import { run } from "./run.mjs";
import { StepFailed } from "./step-failed.mjs";
import { npm } from "./tools.mjs";

const compilerAdvice = `
better-sqlite3, the embedded database, could not be built. Where no prebuilt binary can be fetched for this platform it is compiled,
which takes about a minute and needs Python 3, make and a C++ compiler:
  Debian, Ubuntu   apt-get install python3 make g++
  Fedora           dnf install python3 make gcc-c++
  Alpine           apk add python3 make g++
  macOS            xcode-select --install
  Windows          Visual Studio Build Tools, "Desktop development with C++"
`.trim();

/** Installs what package-lock.json lists, unless it is there already, and makes sure that the native database driver loads. */
export async function ensureInstalled() {
  const problem = installProblem();
  if (problem !== undefined) {
    console.log(`cmgen: installing packages (npm ci): ${problem}`);
    await install();
  }
  await ensureNativeDriver();
}

async function install() {
  let output = "";
  const [command, ...args] = npm(["ci"]);
  const exitCode = await run(command, args, { collect: (text) => (output += text) });
  if (exitCode === 0) return;
  if (/better-sqlite3|node-gyp/.test(output)) console.error(`\n${compilerAdvice}\n`);
  throw new StepFailed(`npm ci failed (exit code ${exitCode}).`, exitCode);
}

/** The driver is bound to Node's ABI: after a change of Node's major version it must be built anew. */
async function ensureNativeDriver() {
  if (driverProblem() === undefined) return;
  console.log("cmgen: building the embedded database's driver for this Node (npm rebuild better-sqlite3)");
  const [command, ...args] = npm(["rebuild", "better-sqlite3", "--ignore-scripts=false"]);
  const exitCode = await run(command, args);
  const problem = driverProblem();
  if (exitCode === 0 && problem === undefined) return;
  console.error(`\n${compilerAdvice}\n`);
  throw new StepFailed(`better-sqlite3 does not load: ${problem ?? "its build failed"}`, 1);
}

/** Asked of a process of its own: one that has once failed to load a native module cannot load it any more. */
function driverProblem() {
  const packageFile = JSON.stringify(join(root, "packages", "runtime", "package.json"));
  const probe = `const Database = require("module").createRequire(${packageFile})("better-sqlite3"); new Database(":memory:").close();`;
  const { status, stderr } = spawnSync(process.execPath, ["--eval", probe], { encoding: "utf8" });
  return status === 0 ? undefined : (/^\w*Error: .*$/m.exec(stderr)?.[0] ?? stderr.trim());
}
