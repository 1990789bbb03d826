import { posix, win32 } from "node:path";
import { describe, expect, test } from "vitest";

import { foldersUpTo, isBelow, relativePath, slashed } from "./slashed.js";

test("a path has one form on Windows, and elsewhere it has only one", () => {
  expect(slashed("C:\\a\\b.ts", win32)).toBe("C:/a/b.ts");
  expect(slashed("C:/a/b.ts", win32)).toBe("C:/a/b.ts");
  expect(slashed("/a/b\\c.ts", posix)).toBe("/a/b\\c.ts");
});

test("a relative path is the same, whoever names the file", () => {
  expect(relativePath("C:\\plugin", "C:/plugin/src/a.ts", win32)).toBe("src/a.ts");
  expect(relativePath("c:/plugin", "C:\\plugin\\src\\a.ts", win32)).toBe("src/a.ts");
  expect(relativePath("C:\\plugin", "D:\\other\\a.ts", win32)).toBe("D:/other/a.ts");
  expect(relativePath("/plugin", "/other/a.ts", posix)).toBe("../other/a.ts");
});

describe.each([
  ["posix", posix, "/plugin", "/"],
  ["win32", win32, "C:\\plugin", "C:\\"],
] as const)("on %s", (_, system, root, top) => {
  test("what is below a folder is not beside it", () => {
    expect(isBelow(root, `${root}/src/a.ts`, system)).toBe(true);
    expect(isBelow(root, `${root}/..a`, system)).toBe(true);
    expect(isBelow(root, `${root}2/a.ts`, system)).toBe(false);
    expect(isBelow(root, root, system)).toBe(false);
    expect(isBelow(top, `${root}/a.ts`, system)).toBe(true);
    expect(isBelow("C:\\plugin", "D:\\plugin\\a.ts", win32)).toBe(false);
  });

  test("the way up ends at the root, also where that is the file system's", () => {
    const folders = (of: string, file: string): readonly string[] =>
      foldersUpTo(of, file, system).map((folder) => slashed(folder, system));
    expect(folders(root, system.join(root, "src/models/a.ts"))).toEqual(
      ["src/models", "src", ""].map((inner) => slashed(system.join(root, inner), system)),
    );
    expect(folders(top, system.join(top, "src/a.ts"))).toEqual([
      slashed(system.join(top, "src"), system),
      slashed(top, system),
    ]);
    expect(folders(root, `${root}2/a.ts`)).toEqual([]);
  });
});
