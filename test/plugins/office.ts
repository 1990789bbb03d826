import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { generate, type GenerateOptions, type GenerateResult } from "@cmgen/generator";
import { silentLog, startServer, type Plugin, type RunningServer, type ServerOptions } from "@cmgen/runtime";
import { npm } from "../../scripts/steps/tools.mjs";
import { repositoryRoot } from "../boundaries/repository.js";

/** A service that hosts two plugin packages: one installed from its tarball, one linked as in a workspace. */
export interface Office {
  readonly folder: string;
  /** Folder of a package as it is developed. */
  readonly source: (name: "people-plugin" | "rooms-plugin") => string;
  /** Folder of a package as the service finds it. */
  readonly installed: (name: "people-plugin" | "rooms-plugin") => string;
  readonly generate: (options?: GenerateOptions) => Promise<GenerateResult>;
  /** Generates for a package again, and installs what a host's generator reads of it. */
  readonly describe: (name: "people-plugin" | "rooms-plugin") => Promise<void>;
  /** Writes a file of the service. */
  readonly add: (path: string, text: string) => void;
  readonly compile: () => void;
  readonly dispose: () => void;
}

/** Builds both packages and installs them; nothing is generated for the service itself. `files` are added, by their paths from `test/plugins`. */
export async function makeOffice(files: Readonly<Record<string, string>> = {}): Promise<Office> {
  const top = mkdtempSync(join(tmpdir(), "cmgen-plugins-"));
  mkdirSync(join(top, "node_modules"));
  for (const name of ["@cmgen", "@types", "cmgen", "undici-types"])
    symlinkSync(join(repositoryRoot, "node_modules", name), join(top, "node_modules", name));
  for (const name of ["people-plugin", "rooms-plugin", "service"])
    cpSync(join(import.meta.dirname, name), join(top, name), { recursive: true });
  for (const [path, text] of Object.entries(files)) writeFileSync(join(top, path), text);
  const folder = join(top, "service");
  const source = (name: string): string => join(top, name);
  const installed = (name: string): string => join(folder, "node_modules/@acme", name);
  for (const name of ["people-plugin", "rooms-plugin"]) {
    await generate(source(name));
    compile(source(name));
  }
  mkdirSync(join(folder, "node_modules/@acme"), { recursive: true });
  unpack(source("people-plugin"), installed("people-plugin"));
  symlinkSync(source("rooms-plugin"), installed("rooms-plugin"), "dir");
  return {
    folder,
    source,
    installed,
    generate: (options) => {
      // A package manager leaves marks where it installs, by which a run sees that it has to look again.
      rmSync(join(folder, "node_modules/.cache/cmgen/last-run.json"), { force: true });
      return generate(folder, options);
    },
    describe: async (name) => {
      await generate(source(name), { acceptBreakingChanges: true });
      for (const file of ["cmgen-plugin.json", "openapi.json"])
        copyFileSync(join(source(name), file), join(installed(name), file));
    },
    add: (path, text) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    },
    compile: () => compile(folder),
    dispose: () => rmSync(top, { recursive: true, force: true }),
  };
}

/** Starts the compiled service in this process, and waits until each plugin has started or failed. */
export async function startOffice(
  { folder }: Pick<Office, "folder">,
  options: Partial<ServerOptions>,
): Promise<RunningServer> {
  const module = pathToFileURL(join(folder, "dist/generated/plugins.js")).href;
  const { plugins } = (await import(module)) as { readonly plugins: readonly Plugin[] };
  const root = pathToFileURL(`${folder}/`);
  const server = await startServer({ plugins, root, host: "127.0.0.1", port: 0, log: silentLog, ...options });
  await server.started;
  return server;
}

function compile(folder: string): void {
  run(folder, [process.execPath, join(repositoryRoot, "node_modules/typescript/bin/tsc"), "--project", "."]);
}

/** What a registry would give: the files that package.json names, and no others. */
function unpack(source: string, target: string): void {
  const [file] = Object.values(
    JSON.parse(run(source, npm(["pack", "--json"]))) as Record<string, { filename: string }>,
  );
  run(source, ["tar", "-xzf", file?.filename ?? ""]);
  renameSync(join(source, "package"), target);
}

function run(folder: string, [command = "", ...args]: readonly string[]): string {
  try {
    return execFileSync(command, args, { cwd: folder, stdio: "pipe", encoding: "utf8" });
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { readonly stdout?: string; readonly stderr?: string };
    throw new Error(`${args.join(" ")} failed:\n${stdout}${stderr}`, { cause: error });
  }
}
