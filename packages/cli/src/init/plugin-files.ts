import type { Manifest } from "../scaffold/missing-entries.js";
import { ownSource } from "../scaffold/package-source.js";
import { assertFirstKind, dockerFiles, scaffoldFiles, type ScaffoldFile } from "../scaffold/scaffold-files.js";
import { printRecord, recordPath, scaffoldRecord } from "../scaffold/scaffold-record.js";
import { ownVersion } from "../version.js";
import type { PluginAnswers } from "./plugin-answers.js";

export const yarnSettings = ".yarnrc.yml";

/** Packages as files in `node_modules`, in the words of Yarn. */
export const yarnLinker = "nodeLinker: node-modules";

/** The files of a new plugin, without containers. */
export function pluginFiles(target: string, answers: PluginAnswers): readonly ScaffoldFile[] {
  const { name, group, kind, start, packageManager } = answers;
  assertFirstKind(kind);
  return scaffoldFiles({ name, group, kind, start, packageManager, source: ownSource(ownVersion(), target) });
}

/** All files of a new plugin, and the record of what `cmgen upgrade` goes by. */
export function withRecord(files: readonly ScaffoldFile[], answers: PluginAnswers): readonly ScaffoldFile[] {
  const { name, group, kind, start, docker, packageManager } = answers;
  const ofDocker = docker ? dockerFiles() : [];
  // In containers the server has other options.
  const others = files.filter(({ path }) => ofDocker.every((file) => file.path !== path));
  const all = [...others, ...ofDocker];
  const about = {
    version: ownVersion(),
    name,
    group,
    kind,
    ...(start !== "sample" && { start }),
    docker,
    packageManager,
  };
  const record = scaffoldRecord(about, all);
  return [...all, { path: recordPath, contents: printRecord(record) }];
}

/** What Yarn needs in a plugin that is in no workspace. `cmgen upgrade` leaves it alone. */
export function yarnFiles({ packageManager }: Pick<PluginAnswers, "packageManager">): readonly ScaffoldFile[] {
  if (packageManager !== "yarn") return [];
  return [
    {
      path: yarnSettings,
      contents: `# Read by Yarn 2 and later: TypeScript looks for packages in node_modules.\n${yarnLinker}\n`,
    },
    // Without one, Yarn takes the plugin for a part of any project whose folder it is in.
    { path: "yarn.lock", contents: "" },
  ];
}

/** The `package.json` among files. */
export function manifestIn(files: readonly ScaffoldFile[]): Manifest {
  const manifest = files.find(({ path }) => path === "package.json");
  return JSON.parse(manifest?.contents ?? "{}") as Manifest;
}
