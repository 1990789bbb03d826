import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { ownVersion } from "../version.js";
import type { EnvironmentFinding } from "./environment-finding.js";

/** The packages that are released together, under one version. */
const PACKAGES = [
  "cmgen",
  "@cmgen/model",
  "@cmgen/runtime",
  "@cmgen/store",
  "@cmgen/client",
  "@cmgen/generator",
  "@cmgen/mcp",
  "@cmgen/console",
];

/** The oldest Node.js that all packages work with. */
const OLDEST = [20, 19];

/** @param version as `20.19.0` */
export function examineNode(version: string): readonly EnvironmentFinding[] {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return [];
  const message = `This is Node.js ${version}; cmgen needs ${OLDEST.join(".")} or later.`;
  return [{ code: "node", message, fix: "Install a newer Node.js, and the dependencies again." }];
}

/** Compares the versions of the packages that a plugin finds with that of this command line. */
export function examinePackages(root: string): readonly EnvironmentFinding[] {
  const own = ownVersion();
  const others = PACKAGES.flatMap((name) => {
    const version = installedVersion(root, name);
    return version === undefined || version === own ? [] : [{ name, version }];
  });
  if (others.length === 0) return [];
  const list = others.map(({ name, version }) => `${name} ${version}`).join(", ");
  return [
    {
      code: "packages",
      message: `This is cmgen ${own}, and the plugin has ${list}: packages of different releases do not work together.`,
      fix: `npm install ${others.map(({ name }) => `${name}@${own}`).join(" ")}`,
    },
  ];
}

/** The version of a package as Node.js would find it from a folder; undefined if it is not installed. */
function installedVersion(folder: string, name: string): string | undefined {
  const path = join(folder, "node_modules", name, "package.json");
  if (existsSync(path)) {
    const { version } = JSON.parse(readFileSync(path, "utf8")) as { readonly version?: string };
    return version;
  }
  const above = dirname(folder);
  return above === folder ? undefined : installedVersion(above, name);
}
