import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

import { writeTree } from "../../golden/harness/file-tree.js";
import type { PlacedCase } from "./agreement-case.js";
import type { Candidate } from "./candidates.js";

const require = createRequire(import.meta.url);

/** What the compiler says of each candidate of a case: whether it accepts the value. */
export type Verdicts = ReadonlyMap<PlacedCase, readonly boolean[]>;

/** Each declaration stands on a line of its own, so that a line number tells the value. */
const linesBefore = 1;

/**
 * Lets TypeScript judge all candidates in one compilation.
 *
 * @throws {Error} where anything but a candidate does not compile.
 */
export async function judge(
  root: string,
  candidates: ReadonlyMap<PlacedCase, readonly Candidate[]>,
  compiler: "typescript" | "typescript-5.9" | "typescript-6.0" = "typescript",
): Promise<Verdicts> {
  writeTree(root, new Map([...candidates].map(([one, values]) => [proofPath(one), proofOf(one, values)])));
  const config = join(root, "tsconfig.proof.json");
  writeFileSync(
    config,
    JSON.stringify({ extends: "./tsconfig.json", include: ["src/cases", "src/shared", "types", "proof"] }),
  );
  const refused = refusedLines(await printed(compiler, config));
  const verdicts = new Map<PlacedCase, readonly boolean[]>();
  for (const [one, values] of candidates) {
    const lines = refused.get(proofPath(one)) ?? new Set();
    refused.delete(proofPath(one));
    let line = linesBefore;
    verdicts.set(
      one,
      values.map(({ texts }) => texts.map(() => !lines.has(++line)).some(Boolean)),
    );
  }
  const strays = [...refused.values()].flatMap((errors) => [...errors.values()]);
  if (strays.length > 0) throw new Error(`These cases do not compile:\n${strays.join("\n")}`);
  return verdicts;
}

function proofPath({ kind }: PlacedCase): string {
  return `proof/${kind}.ts`;
}

function proofOf(one: PlacedCase, candidates: readonly Candidate[]): string {
  const texts = candidates.flatMap((candidate) => candidate.texts);
  const lines = texts.map((text, at) => `export const v${at}: Judged = ${text};`);
  return [`import type { Judged } from "../${one.folder}/model.js";`, ...lines, ""].join("\n");
}

/** Lines with an error, each with the error as it was printed, by file. */
function refusedLines(text: string): Map<string, Map<number, string>> {
  const refused = new Map<string, Map<number, string>>();
  for (const line of text.split("\n")) {
    if (line === "" || line.startsWith(" ")) continue;
    const [, file = "", row = "0"] = /^(.+?)\((\d+),\d+\): error /.exec(line) ?? [];
    const errors = refused.get(file) ?? new Map<number, string>();
    refused.set(file, errors.set(Number(row), line));
  }
  return refused;
}

function printed(compiler: string, config: string): Promise<string> {
  const tsc = join(
    dirname(require.resolve(`${compiler}/package.json`, { paths: [join(import.meta.dirname, "../../..")] })),
    "bin/tsc",
  );
  return new Promise((resolve, reject) => {
    // Checkers side by side would each make the types that all cases need: more processor time for the same answers.
    const alone = compiler === "typescript" ? ["--checkers", "1"] : [];
    const args = [tsc, "--pretty", "false", ...alone, "-p", config];
    const child = spawn(process.execPath, args, { cwd: dirname(config) });
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    child.on("error", reject).on("close", () => resolve(text));
  });
}
