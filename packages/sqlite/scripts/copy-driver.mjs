import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

// Copies what better-sqlite3 needs at run time. Its package also has a binding.gyp, for which `npm ci` runs node-gyp on every machine,
// although nothing has to be compiled: see docs/decisions/sqlite-driver-by-node-version.md.
const source = dirname(fileURLToPath(import.meta.resolve("better-sqlite3/package.json")));
const target = fileURLToPath(new URL("../dist/better-sqlite3/", import.meta.url));

rmSync(target, { recursive: true, force: true });
for (const part of ["LICENSE", "lib", "prebuilds"]) cpSync(join(source, part), join(target, part), { recursive: true });
// Its modules are CommonJS, which this package is not.
const { name, version, license } = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
writeFileSync(join(target, "package.json"), `${JSON.stringify({ name, version, license, type: "commonjs" })}\n`);
