import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

const executable = join(import.meta.dirname, "../../packages/cli/bin/cmgen.js");
const folder = mkdtempSync(join(tmpdir(), "cmgen-completion-"));
const isInstalled = (shell: string): boolean => spawnSync(shell, ["-c", "exit"]).status === 0;
const env = { ...process.env, PATH: `${folder}${delimiter}${process.env["PATH"]}` };

beforeAll(() => {
  const script = join(folder, "cmgen");
  writeFileSync(script, `#!/bin/sh\nexec '${process.execPath}' '${executable}' "$@"\n`);
  chmodSync(script, 0o755);
  writeFileSync(join(folder, "manifest.yaml"), "");
});

afterAll(() => rmSync(folder, { recursive: true }));

for (const shell of ["bash", "zsh", "fish"].filter((name) => !isInstalled(name))) {
  process.stderr.write(`\nSKIPPED: completion in ${shell}, which is not installed\n\n`);
}

/** What bash offers behind a line, as when Tab is pressed. */
function inBash(line: string): string[] {
  const words = line.split(" ");
  const script = [
    "source <(cmgen completion bash)",
    "complete -p cmgen",
    `COMP_LINE=${JSON.stringify(line)} COMP_POINT=${line.length}`,
    `COMP_WORDS=(${words.map((word) => JSON.stringify(word)).join(" ")}) COMP_CWORD=${words.length - 1}`,
    "_cmgen_completions",
    'printf "%s\\n" "${COMPREPLY[@]}"',
  ].join("\n");
  const out = execFileSync("bash", ["--norc", "-c", script], { cwd: folder, env, encoding: "utf8" });
  const [registered, ...replies] = out.trimEnd().split("\n");
  expect(registered).toBe("complete -o filenames -F _cmgen_completions cmgen");
  return replies;
}

describe.skipIf(!isInstalled("bash"))("bash", () => {
  it.each([
    ["cmgen ad", ["add"]],
    ["cmgen add endpoint Invoice pay --met", ["--method"]],
    ["cmgen completion ", ["bash", "zsh", "fish"]],
    ["cmgen client mani", ["manifest.yaml"]],
  ])("completes %j", (line, expected) => {
    expect(inBash(line)).toEqual(expected);
  });
});

describe.skipIf(!isInstalled("zsh"))("zsh", () => {
  it("reads the script, and gets each word with what it means", () => {
    const script = [
      "compdef() { }",
      "_describe() { print -l -- ${(P)2} }",
      "source <(cmgen completion zsh)",
      "words=(cmgen add '')",
      "_cmgen_completions",
    ].join("\n");
    const words = execFileSync("zsh", ["-f", "-c", script], { cwd: folder, env, encoding: "utf8" });
    expect(words).toContain("controller:A controller");
  });
});

describe.skipIf(!isInstalled("fish"))("fish", () => {
  it("completes words, with what they mean", () => {
    const script = 'cmgen completion fish | source; complete -C "cmgen add m"';
    const words = execFileSync("fish", ["--no-config", "-c", script], { cwd: folder, env, encoding: "utf8" });
    expect(words).toMatch(/^model\tA model/m);
  });
});
