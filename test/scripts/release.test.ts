import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import {
  publishedFolders,
  repositoryAddress,
  withAddresses,
  withPublishedAddresses,
} from "../../scripts/steps/published-packages.mjs";
import { releaseNotes } from "../../scripts/steps/release-notes.mjs";
import { repositoryRoot } from "../boundaries/repository.js";

const text = (path: string): string => readFileSync(join(repositoryRoot, path), "utf8");
const copy = mkdtempSync(join(tmpdir(), "cmgen-release-"));
afterAll(() => rmSync(copy, { recursive: true }));
const { url } = JSON.parse(text("repository.json")) as { readonly url: string | null };

describe("the repository's public address", () => {
  it.each([
    ["https://example.com/acme/cmgen/"],
    ["http://example.com/acme/cmgen"],
    ["https://example.com/acme/cmgen.git"],
    ["git@example.com:acme/cmgen"],
  ])("is not %s", (address) => {
    expect(() => repositoryAddress({ url: address })).toThrow("url in repository.json must be the https address");
  });

  it("is needed", () => {
    expect(() => repositoryAddress({ url: null })).toThrow("Set url in repository.json");
    expect(repositoryAddress({ url: "https://example.com/acme/cmgen" })).toBe("https://example.com/acme/cmgen");
  });

  it.runIf(url === null).each(["version", "publish"])(
    "keeps `%s` from beginning while it is not chosen",
    async (step) => {
      const release = promisify(execFile)(process.execPath, ["scripts/release.mjs", step], { cwd: repositoryRoot });
      await expect(release).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining("The repository's public address is not chosen. Set url in repository.json"),
      });
    },
  );

  it("is in every package while it is published, and only then", async () => {
    const folders = publishedFolders();
    const binary = "packages/sqlite/dist/node_modules/@cmgen/sqlite-linux-x64";
    expect(folders).toEqual(expect.arrayContaining([binary, "packages/cli", "packages/create-cmgen", "templates"]));
    // A copy: other tests read the packages.
    for (const folder of [...folders, "packages/sqlite"]) {
      mkdirSync(join(copy, folder), { recursive: true });
      copyFileSync(join(repositoryRoot, folder, "package.json"), join(copy, folder, "package.json"));
    }
    const manifests = () => folders.map((folder) => readFileSync(join(copy, folder, "package.json"), "utf8"));
    const publish = (): never => {
      const published = manifests().map((manifest) => JSON.parse(manifest) as unknown);
      const repository = { type: "git", url: "git+https://example.com/acme/cmgen.git" };
      const sources = folders.map((folder) => (folder.startsWith("packages/sqlite/") ? "packages/sqlite" : folder));
      expect(published).toMatchObject(sources.map((directory) => ({ repository: { ...repository, directory } })));
      throw new Error("The registry does not answer");
    };
    const before = manifests();
    const failing = withPublishedAddresses("https://example.com/acme/cmgen", publish, copy);
    await expect(failing).rejects.toThrow("The registry does not answer");
    expect(manifests()).toEqual(before);
  });

  it("is published with each package after what it needs", () => {
    const folders = publishedFolders();
    const manifests = folders.map(
      (folder) => JSON.parse(text(join(folder, "package.json"))) as Readonly<Record<string, unknown>>,
    );
    const names = manifests.map(({ name }) => name);
    const early = manifests.flatMap(({ name, dependencies, optionalDependencies }, position) =>
      Object.keys({ ...(dependencies as object), ...(optionalDependencies as object) })
        .filter((needed) => names.indexOf(needed) >= position)
        .map((needed) => `${String(name)} before ${needed}`),
    );
    expect(early).toEqual([]);
    expect(names).toHaveLength(20);
  });

  it("adds to a manifest, and changes nothing of it", () => {
    const manifest = { name: "cmgen", version: "1.2.3" };
    expect(withAddresses(manifest, "packages/cli", "https://example.com/acme/cmgen")).toEqual({
      ...manifest,
      homepage: "https://example.com/acme/cmgen#readme",
      bugs: { url: "https://example.com/acme/cmgen/issues" },
      repository: { type: "git", url: "git+https://example.com/acme/cmgen.git", directory: "packages/cli" },
    });
  });
});

describe("release notes", () => {
  const changelog = "# Changes\n\nAbout.\n\n## 0.2.0\n\nLists can be counted.\n\n## 0.1.0\n\nThe first release.\n";

  it("are what CHANGELOG.md says of the version", () => {
    expect(releaseNotes("0.2.0", changelog)).toBe("Lists can be counted.\n");
    expect(releaseNotes("0.1.0", text("CHANGELOG.md"))).toContain("The first release");
  });

  it("must be there", () => {
    for (const version of ["0.2", "0.3.0"])
      expect(() => releaseNotes(version, changelog)).toThrow(`CHANGELOG.md does not say what ${version} changes.`);
  });
});

it("a rehearsal packs packages, and publishes none", async () => {
  // A second and more each: the workflow takes all of them.
  const rehearsed = publishedFolders().filter((folder) => /\/(runtime|sqlite|sqlite-linuxmusl-arm64)$/.test(folder));
  const args = ["scripts/release.mjs", "rehearse", ...rehearsed];
  const { stderr } = await promisify(execFile)(process.execPath, args, { cwd: repositoryRoot, maxBuffer: 50_000_000 });
  const { version } = JSON.parse(text("packages/cli/package.json")) as { readonly version: string };
  for (const name of ["@cmgen/runtime", "@cmgen/sqlite", "@cmgen/sqlite-linuxmusl-arm64"])
    expect(stderr).toContain(`📦  ${name}@${version}`);
  expect(stderr).toContain("(dry-run)");
}, 120_000);
