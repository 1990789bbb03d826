import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { repositoryRoot } from "../boundaries/repository.js";

/**
 * On Node.js 20, makes a prebuilt binary of the SQLite driver that this repository was installed with, and returns the settings with which
 * the driver's install script finds it. Elsewhere it would be fetched; where it cannot be, compiling it takes a minute each time.
 */
export async function legacyBinary(folder: string): Promise<Readonly<Record<string, string>>> {
  if (Number.parseInt(process.versions.node, 10) >= 22) return {};
  const source = join(repositoryRoot, "packages", "sqlite-node20", "node_modules", "better-sqlite3");
  const { version } = JSON.parse(readFileSync(join(source, "package.json"), "utf8")) as { readonly version: string };
  const { platform, arch, versions } = process;
  const file = `better-sqlite3-v${version}-node-v${versions.modules}-${platform}-${arch}.tar.gz`;
  await promisify(execFile)("tar", ["-czf", join(folder, file), "-C", source, "build/Release/better_sqlite3.node"]);
  return { npm_config_better_sqlite3_local_prebuilds: folder };
}
