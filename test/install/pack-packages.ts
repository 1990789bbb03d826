import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { publishedFolders } from "../../scripts/steps/published-packages.mjs";
import { npm } from "../../scripts/steps/tools.mjs";
import { repositoryRoot } from "../boundaries/repository.js";
import { cleanEnvironment } from "./clean-environment.js";

/** A package as it is published. */
export interface PackedPackage {
  readonly name: string;
  readonly version: string;
  /** Path of the tarball. */
  readonly tarball: string;
  /** The tarball's hash, as a registry gives it. */
  readonly integrity: string;
  /** Paths of the files in it. */
  readonly files: readonly string[];
  readonly manifest: Manifest;
}

export interface Manifest {
  readonly os?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly bin?: Readonly<Record<string, string>>;
}

interface PackReport {
  readonly name: string;
  readonly version: string;
  readonly filename: string;
  readonly integrity: string;
  readonly files: readonly { readonly path: string }[];
}

/** Packs every package that is published into `folder`. */
export async function packPackages(folder: string): Promise<readonly PackedPackage[]> {
  const folders = publishedFolders().map((path) => `./${path}`);
  const [command = "", ...args] = npm(["pack", "--json", `--pack-destination=${folder}`, ...folders]);
  const { stdout } = await promisify(execFile)(command, args, { cwd: repositoryRoot, env: cleanEnvironment() });
  // An array, or since npm 12 an object by name.
  const reports = Object.values(JSON.parse(stdout) as Readonly<Record<string, PackReport>>);
  return reports.map(({ name, version, filename, integrity, files }) => ({
    name,
    version,
    tarball: join(folder, filename),
    integrity,
    files: files.map(({ path }) => path),
    manifest: manifestOf(folders, name),
  }));
}

function manifestOf(paths: readonly string[], name: string): Manifest {
  const read = paths.map(
    (path) =>
      JSON.parse(readFileSync(join(repositoryRoot, path, "package.json"), "utf8")) as Manifest & {
        readonly name: string;
      },
  );
  const manifest = read.find((candidate) => candidate.name === name);
  if (manifest === undefined) throw new Error(`npm packed ${name}, which is not a package of the repository`);
  return manifest;
}
