import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { repositoryRoot } from "../boundaries/repository.js";

const folder = mkdtempSync(join(tmpdir(), "cmgen-unended-"));
afterAll(() => rmSync(folder, { recursive: true }));

const write = (name: string, ...lines: string[]): void => writeFileSync(join(folder, name), lines.join("\n"));

it("ends a run that stands still, and names the files that have not ended", async () => {
  symlinkSync(join(repositoryRoot, "node_modules"), join(folder, "node_modules"), "dir");
  const reporter = JSON.stringify(join(repositoryRoot, "test", "name-unended-files.ts"));
  write(
    "vitest.config.ts",
    `import { NameUnendedFiles } from ${reporter};`,
    'export default { test: { maxWorkers: 2, reporters: ["default", new NameUnendedFiles(0.1)] } };',
  );
  write("package.json", '{ "type": "module" }');
  write("a.test.ts", 'import { test } from "vitest";', 'test("ends", () => {});');
  // No timer of the process itself can end this one.
  const standing = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);";
  write("b.test.ts", 'import { test } from "vitest";', `test("stands still", () => { ${standing} });`);

  const vitest = join(repositoryRoot, "node_modules", "vitest", "vitest.mjs");
  const env = { ...process.env, CI: "true", NO_COLOR: "1", FORCE_COLOR: "0" };
  const child = spawn(process.execPath, [vitest, "run"], { cwd: folder, env });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const [code] = (await once(child, "close")) as [number | null];
  expect(code).toBe(1);
  expect(stderr).toMatch(/^No test has ended for 0\.1 minutes\. .* These files have not ended:$/m);
  const named = [...stderr.matchAll(/^ {2}(\S+): (?:running for \d+ s|not started)$/gm)].map(([, file]) => file);
  // On a machine that stands still itself, the first may not have ended either.
  const unended = ["a.test.ts", "b.test.ts"].filter((file) => !stdout.includes(`✓ ${file}`));
  expect(named.toSorted()).toEqual(unended);
  expect(named).toContain("b.test.ts");
});
