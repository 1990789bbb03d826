import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { repositoryRoot } from "../boundaries/repository.js";
import { INSTALL_MS, InstalledPlugin } from "./installed-plugin.js";

const folder = mkdtempSync(join(tmpdir(), "cmgen beside cloné "));
const cmgen = join(repositoryRoot, "packages", "cli", "bin", "cmgen.js");
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(["npm", "pnpm"] as const)("a plugin beside a clone with %s", (manager) => {
  it("installs and builds with the clone's packages", { timeout: INSTALL_MS }, async () => {
    const own = new InstalledPlugin(join(folder, `with-${manager}`), manager);
    mkdirSync(own.folder);
    await own.run(process.execPath, cmgen, "init", ".", "--package-manager", manager);
    await own.manage("install");
    await own.manage("run", "build");
    const runtime = realpathSync(join(own.folder, "node_modules", "@cmgen", "runtime"));
    expect(runtime).toBe(realpathSync(join(repositoryRoot, "packages", "runtime")));
  });
});
