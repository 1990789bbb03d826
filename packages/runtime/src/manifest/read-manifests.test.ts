import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readManifests } from "./read-manifests.js";

describe("readManifests", () => {
  let folder: string;
  const url = (): URL => pathToFileURL(`${folder}/`);

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "cmgen-manifests-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("reads every YAML file in the order of names, and every document in it", async () => {
    await writeFile(join(folder, "b.yaml"), "a: 2\n---\n# nothing\n---\na: 3\n");
    await writeFile(join(folder, "a%20#.yml"), "\n\na: 1\n");
    await writeFile(join(folder, "c.json"), "{}");
    await writeFile(join(folder, "README.md"), "# no");
    await mkdir(join(folder, "folder.yaml"));
    expect(await readManifests(url())).toEqual([
      { value: { a: 1 }, place: "a%20#.yml, document 1, line 3" },
      { value: { a: 2 }, place: "b.yaml, document 1, line 1" },
      { value: { a: 3 }, place: "b.yaml, document 2, line 5" },
    ]);
  });

  it("has none where there is no folder", async () => {
    expect(await readManifests(new URL("no/", url()))).toEqual([]);
  });

  it("names the file and the line of a syntax error", async () => {
    await writeFile(join(folder, "x.yaml"), "a: [\n");
    await expect(readManifests(url())).rejects.toThrow(/^x\.yaml: It is not valid YAML: .*line 2/);
  });
});
