import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { installProblem } from "../../scripts/steps/installed.mjs";

const lock = {
  "": { name: "workspace" },
  "packages/a": { version: "0.1.0" },
  "node_modules/@x/a": { resolved: "packages/a", link: true },
  "node_modules/left": { version: "1.0.0", integrity: "sha512-left" },
  "node_modules/other-platform": { version: "1.0.0", integrity: "sha512-other", optional: true },
};

let directory = "";

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "cmgen-installed-"));
  mkdirSync(join(directory, "node_modules"));
  write("package-lock.json", lock);
});

afterEach(() => rmSync(directory, { recursive: true }));

it("asks for an install where there is none", () => {
  expect(installProblem(directory)).toContain("no packages are installed");
});

it("is content with what the lock file lists, without the packages of other platforms", () => {
  const { "node_modules/other-platform": _, ...installed } = lock;
  write("node_modules/.package-lock.json", installed);
  expect(installProblem(directory)).toBeUndefined();
});

it.each([
  ["of another version", { version: "1.0.1", integrity: "sha512-left" }],
  ["with another content", { version: "1.0.0", integrity: "sha512-right" }],
])("notices a package %s", (_what, entry) => {
  write("node_modules/.package-lock.json", { ...lock, "node_modules/left": entry });
  expect(installProblem(directory)).toContain("node_modules/left");
});

it("notices a package and a workspace that are missing", () => {
  for (const missing of ["node_modules/left", "node_modules/@x/a"]) {
    const installed = Object.fromEntries(Object.entries(lock).filter(([path]) => path !== missing));
    write("node_modules/.package-lock.json", installed);
    expect(installProblem(directory)).toContain(missing);
  }
});

function write(path: string, packages: object): void {
  writeFileSync(join(directory, path), JSON.stringify({ packages }));
}
