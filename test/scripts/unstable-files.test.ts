import { expect, it } from "vitest";
import { filesToPark, parkedFiles, parkingProblem } from "../../scripts/steps/unstable-files.mjs";

const lines = (...files: readonly string[]): string => files.map((file) => `${JSON.stringify({ file })}\n`).join("");

it("parks a file at its third line among the last ten", () => {
  expect(filesToPark(lines("a", "b", "a"))).toEqual([]);
  expect(filesToPark(lines("a", "b", "a", "b", "a"))).toEqual(["a"]);
  const others = ["b", "c", "d", "e", "f", "g", "h", "i"];
  expect(filesToPark(lines("a", "a", ...others, "a"))).toEqual([]);
});

it("reads the files of the table of parked.md", () => {
  const page = "# Parked\n\n| File | Since |\n| --- | --- |\n| `test/a.test.ts` | 2026-01-01 |\n";
  expect(parkedFiles(page)).toEqual(["test/a.test.ts"]);
});

it("says what is wrong with the list", () => {
  const [here, ...more] = ["run-failed-again", "test-summary", "installed", "release"].map(
    (name) => `test/scripts/${name}.test.ts`,
  );
  expect(parkingProblem([], [])).toBeUndefined();
  expect(parkingProblem([here ?? ""], [here ?? ""])).toBeUndefined();
  expect(parkingProblem([], [here ?? ""])).toContain(`${here} failed 3 times among the last 10 lines`);
  expect(parkingProblem(["test/gone.test.ts"], [])).toContain("does not exist: test/gone.test.ts");
  expect(parkingProblem([here ?? "", ...more], [])).toContain("fix all but 3");
});
