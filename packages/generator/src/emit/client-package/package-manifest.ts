import { readFileSync } from "node:fs";

import type { ClientPackage } from "../../config/config.js";
import type { ProjectModel } from "../../model/model.js";

/**
 * The package.json of a client's package. Its version and licence are the plugin's. Each API version is an entry of its own, so that one that
 * is added changes nothing for those who use another.
 */
export function packageManifest(
  { name: plugin, version, license }: ProjectModel,
  versions: readonly string[],
  { name, packageJson }: ClientPackage,
): string {
  const entries = versions.map((entry) => [
    `./${entry}`,
    { types: `./${entry}/client.d.ts`, default: `./${entry}/client.js` },
  ]);
  const manifest = {
    name,
    version,
    description: `Typed client of the service ${plugin}.`,
    ...(license !== undefined && { license }),
    type: "module",
    engines: { node: ">=20.19" },
    sideEffects: false,
    exports: { ...Object.fromEntries(entries), "./package.json": "./package.json" },
    files: versions,
    dependencies: { "@cmgen/client": `^${releaseOfCmgen()}` },
    ...packageJson,
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** All packages are released together, under one version. */
function releaseOfCmgen(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
  const { version } = manifest as { readonly version: string };
  return version;
}
