import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

import { type OuterWorkspace, pnpmSettings } from "../scaffold/outer-workspace.js";
import type { ScaffoldFile } from "../scaffold/scaffold-files.js";

/**
 * The files that are written into a workspace's package. One with `pnpm-workspace.yaml` would be a workspace of its own for pnpm, which then
 * installs nothing for it where the others have it.
 */
export function filesInside(
  workspace: OuterWorkspace | undefined,
  files: readonly ScaffoldFile[],
): readonly ScaffoldFile[] {
  return workspace?.isMember === true ? files.filter(({ path }) => path !== pnpmSettings) : files;
}

/** Says how a plugin stands to the workspace that its folder is in; `files` are those of a plugin that is in none. */
export function workspaceNote(
  { root, path, listedIn: [file, key], isMember }: OuterWorkspace,
  files: readonly ScaffoldFile[],
  workingFolder: string,
): string {
  const place = relative(workingFolder, root).replaceAll("\\", "/") || ".";
  const list = `\`${key}\` in ${place === "." ? "" : `${place}/`}${file}`;
  if (!isMember) {
    return (
      `${list} does not name ${path}: the plugin stays outside of that workspace. To have it inside, add ${path} there` +
      ` and delete the plugin's ${pnpmSettings}.\n`
    );
  }
  const settings = file === pnpmSettings ? missingSettings(root, files) : "";
  return `The plugin is a package of the workspace in ${place}, by ${list}. It has no ${pnpmSettings} of its own.\n${settings}`;
}

/** What pnpm must be told in the workspace's file, unless it has been. */
function missingSettings(root: string, files: readonly ScaffoldFile[]): string {
  const path = join(root, pnpmSettings);
  const present = existsSync(path) ? readFileSync(path, "utf8") : "";
  const own = files.find((file) => file.path === pnpmSettings)?.contents ?? "";
  if (present.includes("better-sqlite3") && !own.includes("overrides:")) return "";
  return `\nAdd to the workspace's ${pnpmSettings}:\n\n${own}`;
}
