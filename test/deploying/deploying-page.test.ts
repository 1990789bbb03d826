import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { lacksPrograms } from "./lacks-programs.js";
import { pageBlock, replaceIn } from "./page-block.js";

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
