import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Files that a running service or an editor writes; a database file in the plugin's folder changes with every request. */
const notSources = /\.(?:db|sqlite3?)(?:-\w+)?$|\.log$|~$|\.sw[px]$/;

/** `folder` and those below it, without installed packages, compiled code and folders whose name starts with a dot. */
export function foldersBelow(folder: string): string[] {
  const inner = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^(?:\.|node_modules$|dist$)/.test(entry.name))
    .flatMap(({ name }) => foldersBelow(join(folder, name)));
  return [folder, ...inner];
}

/** The files in `folders` with their sizes and times of change: two equal listings mean that nothing has changed in between. */
export function sourceListing(folders: Iterable<string>): string {
  return [...new Set(folders)].map(listingOf).join("\n");
}

function listingOf(folder: string): string {
  try {
    const all = new Set(readdirSync(folder));
    const names = [...all].filter((name) => !notSources.test(name) && !isCompiled(name, all));
    return [folder, ...names.toSorted().flatMap((name) => stateOf(join(folder, name)))].join("\n");
  } catch {
    return `${folder} is missing`;
  }
}

/** Whether a file was made from a module beside it. */
function isCompiled(name: string, all: ReadonlySet<string>): boolean {
  const [, stem, format = ""] = /^(.+?)(?:\.d)?\.([cm]?)[jt]s(?:\.map)?$/.exec(name) ?? [];
  return stem !== undefined && name !== `${stem}.${format}ts` && all.has(`${stem}.${format}ts`);
}

/** Nothing for a folder: those that matter are listed themselves. */
function stateOf(path: string): readonly string[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() === true ? [`${path} ${stats.size} ${stats.mtimeMs}`] : [];
}
