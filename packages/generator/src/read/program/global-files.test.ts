import { expect, test } from "vitest";

import { InputFiles } from "../input-files.js";
import { ambientFiles, outsideOf } from "./global-files.js";

test("the folders of a plugin's files are noted up to the plugin's, also where that is the root of the file system", () => {
  const foldersOf = (root: string, file: string): readonly string[] => {
    const inputs = new InputFiles();
    ambientFiles(root, [file], inputs);
    return [...inputs.folders()];
  };
  expect(foldersOf("/", "/src/types/a.d.ts")).toEqual(["/src/types", "/src", "/"]);
  expect(foldersOf("/app", "/app/src/a.d.ts")).toEqual(["/app/src", "/app"]);
  expect(foldersOf("/app", "/app2/src/a.d.ts")).toEqual([]);
});

test("a folder beside the one of generated files is outside of it", () => {
  expect(outsideOf("/app/gen", ["/app/gen/a.ts", "/app/gen2/a.ts"])).toEqual(["/app/gen2/a.ts"]);
});
