import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { repositoryFiles, repositoryRoot } from "../boundaries/repository.js";
import { lacksPrograms } from "./lacks-programs.js";
import { pageBlock, replaceIn } from "./page-block.js";

const read = (path: string): string => readFileSync(join(repositoryRoot, path), "utf8");

it("the page's table has every variable that a service reads", () => {
  const sources = repositoryFiles().filter((path) => /^packages\/runtime\/src\/.*(?<!\.test)\.ts$/.test(path));
  const variables = sources.flatMap((path) =>
    [...read(path).matchAll(/(?:environment|process\.env)(?:\.|\[")([A-Z][A-Z_]+)|\b(CMGEN_[A-Z_]+)\b/g)].map(
      ([, plain, ours]) => plain ?? ours ?? "",
    ),
  );
  expect(variables).toEqual(expect.arrayContaining(["PORT", "CMGEN_DATABASE_URL"]));
  const page = read("docs/deploying.md");
  const table = page.slice(page.indexOf("## Settings"), page.indexOf("## Under systemd"));
  expect([...new Set(variables)].filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
});

describe.skipIf(lacksPrograms("the systemd unit", ["systemd-analyze"]))("the page's unit", () => {
  it("is one that systemd takes", async () => {
    const folder = mkdtempSync(join(tmpdir(), "cmgen-unit-"));
    const file = join(folder, "people.service");
    writeFileSync(file, replaceIn(pageBlock("ini systemd"), { "/usr/bin/node": process.execPath }));
    const { stdout, stderr } = await promisify(execFile)("systemd-analyze", ["verify", file]);
    expect(stdout + stderr).toBe("");
    rmSync(folder, { recursive: true });
  });
});
