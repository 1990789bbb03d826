import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { relativePath } from "@cmgen/generator/paths";

import { readManifest } from "../scaffold/missing-entries.js";
import { type OuterWorkspace, pnpmSettings } from "../scaffold/outer-workspace.js";
import type { ScaffoldFile } from "../scaffold/scaffold-files.js";
import type { PluginAnswers } from "./plugin-answers.js";
import { manifestIn, pluginFiles, yarnFiles, yarnLinker, yarnSettings } from "./plugin-files.js";

/** Files of which a workspace has one, in its root: one in a package would make it a workspace of its own. */
const ofTheRoot: ReadonlySet<string> = new Set([
  pnpmSettings,
  ...yarnFiles({ packageManager: "yarn" }).map(({ path }) => path),
]);

/** The files that are written into a workspace's package. */
export function filesInside(
  workspace: OuterWorkspace | undefined,
  files: readonly ScaffoldFile[],
): readonly ScaffoldFile[] {
  return workspace?.isMember === true ? files.filter(({ path }) => !ofTheRoot.has(path)) : files;
}

/** Says how a plugin stands to the workspace that its folder is in, and what the workspace's package manager must be told. */
export function workspaceNote(workspace: OuterWorkspace, answers: PluginAnswers, workingFolder: string): string {
  const { root, path, isMember } = workspace;
  const [file, key] = workspace.listedIn;
  const place = relativePath(workingFolder, root) || ".";
  const list = `\`${key}\` in ${place === "." ? "" : `${place}/`}${file}`;
  if (!isMember) {
    const written = [...pluginFiles(root, answers), ...yarnFiles(answers)].map((each) => each.path);
    const own = written.filter((each) => ofTheRoot.has(each));
    const deleted = own.length === 0 ? "" : ` and delete the plugin's ${own.join(" and ")}`;
    return (
      `${list} does not name ${path}: the plugin is not part of that workspace. To make it part of it, add ${path} there` +
      `${deleted}.\n`
    );
  }
  const packageManager = file === pnpmSettings ? "pnpm" : answers.packageManager;
  const additions = missing[packageManager](root, pluginFiles(root, { ...answers, packageManager }))
    .map(([where, text]) => `\nAdd to the workspace's ${where}:\n\n${text}`)
    .join("");
  const settings = packageManager === "pnpm" ? ` It has no ${pnpmSettings} of its own.` : "";
  return `The plugin is a package of the workspace in ${place}, by ${list}.${settings}\n${additions}`;
}

type Additions = readonly (readonly [file: string, text: string])[];

/** What must be in the files of a workspace's root so that the SQLite driver is built on Node.js 20, and is not there. */
const missing: Readonly<
  Record<PluginAnswers["packageManager"], (root: string, files: readonly ScaffoldFile[]) => Additions>
> = {
  npm: (root, files) => missingMember(root, files, "allowScripts"),
  pnpm: (root, files) => {
    const own = files.find(({ path }) => path === pnpmSettings)?.contents ?? "";
    const isThere = textIn(root, pnpmSettings).includes("better-sqlite3") && !own.includes("overrides:");
    return isThere ? [] : [[pnpmSettings, own]];
  },
  yarn: (root, files) => [
    ...(textIn(root, yarnSettings).includes(yarnLinker) ? [] : ([[yarnSettings, `${yarnLinker}\n`]] as const)),
    ...missingMember(root, files, "dependenciesMeta"),
  ],
};

function missingMember(root: string, files: readonly ScaffoldFile[], name: string): Additions {
  if (JSON.stringify(readManifest(root)?.[name] ?? "").includes("better-sqlite3")) return [];
  const lines = JSON.stringify({ [name]: manifestIn(files)[name] }, undefined, 2).split("\n");
  return [["package.json", `${lines.slice(1, -1).join("\n")}\n`]];
}

function textIn(root: string, file: string): string {
  const path = join(root, file);
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}
