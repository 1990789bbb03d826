import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { nightRuns, nightRunsOf } from "../../scripts/runs/night-runs.mjs";
import { repositoryRoot } from "../boundaries/repository.js";

it("are of folders and tests that exist", () => {
  const named = nightRuns.flatMap(({ folders, tests }) => [...folders, ...tests]);
  expect(named.filter((path) => !existsSync(join(repositoryRoot, path)))).toEqual([]);
});

it("are those of CONTRIBUTING.md", () => {
  const page = readFileSync(join(repositoryRoot, "CONTRIBUTING.md"), "utf8");
  const rows = [
    ...page.matchAll(/^\| (`(?:packages|templates|docs|site|test|scripts)[^|]*) \| (`(?:test|packages)\/[^|]*) \|$/gm),
  ];
  const list = (paths: readonly string[]): string => paths.map((path) => `\`${path}\``).join(", ");
  expect(rows.map(([, folders = "", tests = ""]) => [folders.trim(), tests.trim()])).toEqual(
    nightRuns.map(({ folders, tests }) => [list(folders), list(tests)]),
  );
});

const seconds = { "test/crash/crash.test.ts": 60, "test/cli/as-is/as-is.test.ts": 3 * 3600 };

it("are chosen by what has changed, those of the most changed files first, and take half an hour at most", () => {
  const changed = [
    "packages/store/src/engine/sqlite.ts",
    "packages/store/src/sql/sql.ts",
    "packages/cli/src/copy/copy-run.ts",
    "packages/client/README.md.ts",
  ];
  const { tests, leftOut } = nightRunsOf(changed, seconds) ?? expect.unreachable();
  expect(tests[0]).toBe("test/crash/");
  expect(tests).toContain("test/browser/");
  expect(leftOut).toEqual(["test/cli/as-is/"]);
});

it("are none for a change elsewhere, and not known without a record", () => {
  expect(nightRunsOf(["LICENSE", "packages/storefront/x.ts"], seconds)).toEqual({ tests: [], leftOut: [] });
  expect(nightRunsOf(undefined, seconds)).toBeUndefined();
});
