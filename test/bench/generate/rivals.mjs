import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/**
 * The newest releases that run on Node.js 20, and what their clients import. They are large, so only this bench installs them, and only
 * when it runs; test/openapi uses them where they are.
 */
const packages = {
  "@hey-api/openapi-ts": "0.92.0",
  axios: "1.9.0",
  "openapi-fetch": "0.17.0",
  orval: "7.9.0",
  typescript: "5.9.3",
};

/**
 * Generators that make a client out of the very OpenAPI document cmgen writes, as programs to run.
 *
 * @returns {Map<string, { script: string, args: (input: string, output: string) => string[] } | { missing: string }>}
 */
export function rivals({ root, cache }) {
  const found = new Map();
  found.set("openapi-typescript", {
    script: programOf(join(root, "test"), "openapi-typescript", "openapi-typescript"),
    args: (input, output) => [input, "--output", join(output, "types.ts")],
  });
  const refusal = install(cache);
  const commands = {
    "hey-api": ["@hey-api/openapi-ts", "openapi-ts", (input, output) => ["--input", input, "--output", output]],
    orval: ["orval", "orval", (input, output) => ["--input", input, "--output", join(output, "client.ts")]],
  };
  for (const [name, [packageName, program, args]] of Object.entries(commands)) {
    found.set(name, refusal ? { missing: refusal } : { script: programOf(cache, packageName, program), args });
  }
  return found;
}

/** Returns why they cannot be installed, or nothing. */
function install(cache) {
  const manifest = `${JSON.stringify({ private: true, dependencies: packages }, null, 2)}\n`;
  const path = join(cache, "package.json");
  const installed = existsSync(join(cache, "node_modules")) && existsSync(path);
  if (installed && readFileSync(path, "utf8") === manifest) return undefined;
  mkdirSync(cache, { recursive: true });
  writeFileSync(path, manifest);
  try {
    execFileSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: cache, stdio: "pipe" });
    return undefined;
  } catch (error) {
    return String(error.stderr ?? error)
      .trim()
      .split("\n")[0];
  }
}

function programOf(directory, packageName, program) {
  const require = createRequire(join(directory, "package.json"));
  const manifest = join(packageDirectory(require, packageName), "package.json");
  const { bin } = JSON.parse(readFileSync(manifest, "utf8"));
  return join(dirname(manifest), typeof bin === "string" ? bin : bin[program]);
}

function packageDirectory(require, packageName) {
  const found = (require.resolve.paths(packageName) ?? [])
    .map((path) => join(path, packageName))
    .find((path) => existsSync(join(path, "package.json")));
  if (found === undefined) throw new Error(`${packageName} is not installed`);
  return found;
}
