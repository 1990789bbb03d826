import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { repositoryRoot } from "../boundaries/repository.js";
import { consoleCommands } from "../docs/console-session.js";
import { peopleFolder } from "../people/people-service.js";
import { pageBlock, replaceIn } from "./page-block.js";

const execute = promisify(execFile);
const cmgen = join(repositoryRoot, "packages", "cli", "bin", "cmgen.js");

export interface PageSession {
  /** Places of the page and what stands for them here; each must be in the block. */
  readonly places: Readonly<Record<string, string>>;
  /** Folder of the programs that the session calls, if not the first in `PATH`. */
  readonly programs?: string;
  /** Does what `systemctl start` and `systemctl stop` do on the page. */
  readonly systemctl?: (verb: string, unit: string) => Promise<void>;
  /** Variables of the environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Who runs the commands, if not the user of this process. */
  readonly user?: { readonly uid: number; readonly gid: number } | undefined;
}

/**
 * Types a `console` block of those pages into a shell, in the folder of the people plugin.
 * @throws {Error} if a command fails, or prints something else than the page says.
 */
export async function runPageSession(info: string, session: PageSession): Promise<void> {
  const { places, programs, systemctl, user } = session;
  const path = [...(programs === undefined ? [] : [programs]), process.env["PATH"]].join(":");
  const exported: Record<string, string> = { ...session.env };
  for (const { line, printed } of consoleCommands(replaceIn(pageBlock(info), places))) {
    const [program, verb = "", unit = ""] = line.split(" ");
    if (program === "systemctl") {
      await systemctl?.(verb, unit);
      continue;
    }
    if (program === "export") {
      const [, name = "", value = ""] = /^export (\w+)=(.*)$/.exec(line) ?? [];
      exported[name] = value;
      continue;
    }
    const command = line.replace(/^cmgen /, `"${process.execPath}" "${cmgen}" `);
    const env = { ...process.env, ...exported, PATH: path };
    const { stdout } = await execute("sh", ["-c", command], { cwd: peopleFolder, env, ...user });
    if (printed !== "" && withoutCounts(stdout) !== withoutCounts(printed))
      throw new Error(`${line} printed\n${stdout}and not\n${printed}`);
  }
}

/** How many objects there are differs from the page, and so do revisions, sizes and times. */
function withoutCounts(text: string): string {
  return text
    .replaceAll(/\d+ objects?\b/g, "<count>")
    .replaceAll(/revision \d+/g, "<revision>")
    .replaceAll(/[\d.]+ [kM]B, [\d.]+ s/g, "<size>");
}
