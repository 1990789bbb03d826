import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { silentLog, startServer, type Plugin, type RunningServer, type ServerOptions } from "@cmgen/runtime";
import { expect } from "vitest";
import { repositoryRoot } from "../boundaries/repository.js";
import { runCmgen } from "../cli/run-cmgen.js";
import { consoleCommands } from "./console-session.js";
import { snippetsOf } from "./snippets.js";

const compiler = join(repositoryRoot, "node_modules/typescript/bin/tsc");

/** A plugin that was made as a page says. */
export interface FollowedPage {
  start(options?: Partial<ServerOptions>): Promise<RunningServer>;
  /** Imports one of its modules, as it was compiled. */
  load(module: string): Promise<unknown>;
  remove(): void;
}

/** Writes the page's files and runs its commands, from top to bottom. What a command prints is as the page says. */
export async function followPage(path: string): Promise<FollowedPage> {
  const folder = mkdtempSync(join(tmpdir(), "cmgen-page-"));
  symlinkSync(join(repositoryRoot, "node_modules"), join(folder, "node_modules"), "dir");
  writeFileSync(join(folder, "package.json"), '{ "name": "desk-plugin", "type": "module" }');
  const options = { target: "ES2023", module: "NodeNext", strict: true, skipLibCheck: true, types: ["node"] };
  const tsconfig = { compilerOptions: { ...options, rootDir: "src", outDir: "dist" }, include: ["src"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(tsconfig));
  const page = readFileSync(join(repositoryRoot, path), "utf8");
  for (const { marks, language, text } of snippetsOf(path, page)) {
    if (marks.includes("file")) write(folder, text);
    if (language === "console") for (const { line, printed } of consoleCommands(text)) await run(folder, line, printed);
  }
  // Elsewhere: the commands have loaded modules that were compiled again since then.
  cpSync(join(folder, "dist"), join(folder, "compiled"), { recursive: true });
  const load = (module: string): Promise<unknown> => import(pathToFileURL(join(folder, "compiled", module)).href);
  const { plugin } = (await load("generated/plugin.js")) as { plugin: Plugin };
  return {
    load,
    start: async (settings) => {
      const databaseUrl = `file:${join(folder, ".data/desk-plugin.db")}`;
      const given = { plugins: [plugin], root: plugin.root, port: 0, databaseUrl, log: silentLog };
      const server = await startServer({ ...given, ...settings });
      await server.started;
      return server;
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** The first line of a file's block is its path. A later block with the same path replaces it. */
function write(folder: string, text: string): void {
  const path = /^\/\/ (\S+)\n/.exec(text)?.[1] ?? "";
  mkdirSync(join(folder, dirname(path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

async function run(folder: string, line: string, printed: string): Promise<void> {
  if (line === "tsc") {
    execFileSync(process.execPath, [compiler, "-p", "."], { cwd: folder, stdio: "pipe" });
    return;
  }
  const [, input = "", command = line] = /^echo '(.*)' \| (.*)$/.exec(line) ?? [];
  const { code, out, error } = await runCmgen(command.split(" ").slice(1), {
    workingFolder: folder,
    input: `${input}\n`,
  });
  expect([code, error + out.slice(0, code === 0 ? 0 : 2000)], line).toEqual([0, ""]);
  if (printed !== "") expect(out, line).toBe(printed);
}
