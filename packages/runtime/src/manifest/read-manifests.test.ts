import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readManifests } from "./read-manifests.js";

describe("readManifests", () => {
  let root: string;
  const write = (path: string, text: string): Promise<void> => writeFile(join(root, "extensions", path), text);

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "cmgen-manifests-"));
    await mkdir(join(root, "extensions/folder.yaml"), { recursive: true });
  });
  afterEach(() => rm(root, { recursive: true }));

  it("reads every YAML and JSON file, in the order of paths, and every document in it", async () => {
    await write("b.yaml", "a: 2\n---\n# nothing\n---\n  a: 3\n");
    await write("a%20#.yml", "\n\na: 1\n");
    await write("folder.yaml/c.json", '{"a": {"b": 4}}');
    const { manifests, problems, others } = await readManifests(root);
    expect(manifests.map(({ value, placeOf }) => [value, placeOf("/a/b")])).toEqual([
      [{ a: 1 }, "extensions/a%20#.yml:3:1"],
      [{ a: 2 }, "extensions/b.yaml:1:1"],
      [{ a: 3 }, "extensions/b.yaml:5:3"],
      [{ a: { b: 4 } }, "extensions/folder.yaml/c.json:1:8"],
    ]);
    expect([problems, others]).toEqual([[], []]);
  });

  it("names files of other kinds, and leaves out what is hidden", async () => {
    await write("README.md", "# no");
    await write("folder.yaml/person.yam", "a: 1");
    await write(".gitkeep", "");
    await mkdir(join(root, "extensions/.git"));
    await write(".git/a.yaml", "a: [");
    await symlink("folder.yaml", join(root, "extensions/link"));
    expect(await readManifests(root)).toEqual({
      manifests: [],
      problems: [],
      others: ["extensions/README.md", "extensions/folder.yaml/person.yam", "extensions/link"],
      texts: new Map(),
    });
  });

  it("has none where there is no folder", async () => {
    expect((await readManifests(join(root, "no"))).manifests).toEqual([]);
  });

  it("names each file that cannot be read, and where in it; the others are read", async () => {
    await write("x.yaml", "a: [\n");
    await write("y.yaml", "a: 1\na: 2\n");
    await write("z.yaml", "a: 1\n");
    await symlink("nowhere", join(root, "extensions/gone.yaml"));
    const { manifests, problems } = await readManifests(root);
    expect(manifests).toHaveLength(1);
    expect(problems).toEqual([
      { place: "extensions/gone.yaml", message: expect.stringMatching(/^It cannot be read: ENOENT/) as string },
      { place: "extensions/x.yaml:2:1", message: expect.stringMatching(/^It is not valid YAML: /) as string },
      { place: "extensions/y.yaml:2:1", message: expect.stringContaining("duplicated mapping key") as string },
    ]);
  });
});
