import { basename, dirname, join } from "node:path";
import { relativePath } from "@cmgen/generator/paths";
import { fileURLToPath } from "node:url";

/** What a plugin's `package.json` says of one of cmgen's packages: a range of versions, or where it lies. */
export type PackageSource = (packageName: string) => string;

/** Packages as they come from the registry. */
export function publishedPackages(version: string): PackageSource {
  return () => `^${version}`;
}

/** Packages of a clone of cmgen, for a plugin in `target`: what is built there is what the plugin runs. */
export function clonedPackages(clone: string, target: string): PackageSource {
  return (packageName) => {
    const folder = packageName === "cmgen" ? "cli" : packageName.replace("@cmgen/", "");
    return `file:${relativePath(target, join(clone, "packages", folder))}`;
  };
}

/** Where this very cmgen comes from: a clone where it runs in one, else the registry. */
export function ownSource(version: string, target: string): PackageSource {
  const packageFolder = fileURLToPath(new URL("../../", import.meta.url));
  const packagesFolder = dirname(packageFolder);
  const installed = packageFolder.split(/[\\/]/).includes("node_modules");
  if (installed || basename(packagesFolder) !== "packages") return publishedPackages(version);
  return clonedPackages(dirname(packagesFolder), target);
}
