import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";

/**
 * Why the installed packages are not those of the lock file, or `undefined` where they are. npm leaves a copy of what it installed in
 * node_modules: the two are compared package by package, so that neither a pulled commit nor an interrupted install goes unseen, and an
 * install by hand is not done again.
 */
export function installProblem(directory = root) {
  const wanted = readPackages(join(directory, "package-lock.json"));
  const installed = readPackages(join(directory, "node_modules", ".package-lock.json"));
  if (wanted === undefined) throw new Error("package-lock.json is missing");
  if (installed === undefined) return "no packages are installed yet";
  return firstDifference(wanted, installed);
}

function firstDifference(wanted, installed) {
  for (const [path, entry] of Object.entries(wanted)) {
    if (!path.includes("node_modules/")) continue;
    const found = installed[path];
    const skipped = found === undefined && (entry.optional === true || entry.devOptional === true);
    if (!skipped && !isSame(entry, found)) return `${path} is not as package-lock.json has it`;
  }
  return undefined;
}

function isSame(wanted, found) {
  return (
    found !== undefined &&
    (wanted.link === true || (wanted.version === found.version && wanted.integrity === found.integrity))
  );
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8")).packages;
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}
