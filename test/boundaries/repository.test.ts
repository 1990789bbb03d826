import { readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { repositoryFiles, repositoryRoot } from "./repository.js";

const binary = /\.(png|gif|ico|woff2?|db|wasm)$/;
const texts = repositoryFiles()
  .filter((path) => !binary.test(path) && statSync(join(repositoryRoot, path)).size < 5_000_000)
  .map((path) => ({ path, text: readFileSync(join(repositoryRoot, path), "utf8") }));

/** Folders that only exist on somebody's own machine. A path of an API or a URL's path follows a word, a dot or a slash. */
const machinePath = /(?<![\w.}>*/-])(?:\/(?:home|Users)\/[\w.-]+\/|\/(?:root|work)\/|[A-Z]:\\Users\\)/;

/** What packages are fetched from: a mirror's address would make the repository work in one place only. */
const registryAddress = /https?:\/\/[^\s"'<>)]*\b(?:registry|npm|artifactory|nexus|verdaccio|mirror)\b[^\s"'<>)]*/i;
const publicAddresses =
  /^https:\/\/(?:docs\.npmjs\.com|www\.npmjs\.com|nodejs\.org|github\.com|opencollective\.com|tidelift\.com)\//;

/** Talk about how the work was organised, which means nothing to a reader. */
const workplaceTalk = /\bissue #?\d+\b(?!\d)|\b(?:this|an earlier|the next) session\b|\bworkplace\b/i;

function linesWith(pattern: RegExp, accept: (found: string) => boolean = () => false): readonly string[] {
  return texts.flatMap(({ path, text }) =>
    text.split("\n").flatMap((line, at) => {
      const found = pattern.exec(line)?.[0];
      const own = path.startsWith("test/boundaries/");
      return found === undefined || own || accept(found) ? [] : [`${path}:${at + 1}: ${found}`];
    }),
  );
}

describe("the repository works anywhere", () => {
  it("names no folder of a machine", () => {
    expect(linesWith(machinePath)).toEqual([]);
    expect(
      ["see /home/ann/cmgen/x", 'cd "/root/cmgen"', "C:\\Users\\ann"].every((line) => machinePath.test(line)),
    ).toBe(true);
    expect(["/apis/home/v1/x", "https://a.b/home/x/", "<root>/work/x"].some((line) => machinePath.test(line))).toBe(
      false,
    );
  });

  it("names no package registry", () => {
    expect(linesWith(registryAddress, (found) => publicAddresses.test(found))).toEqual([]);
    expect(registryAddress.test("https://npm.example.com/is-number/-/is-number-7.0.0.tgz")).toBe(true);
  });

  it("speaks of the product, not of how it was made", () => {
    expect(linesWith(workplaceTalk)).toEqual([]);
    expect(workplaceTalk.test("as issue 3 says")).toBe(true);
  });
});

interface LockedPackage {
  readonly resolved?: string;
  readonly link?: boolean;
  readonly integrity?: string;
}

describe("package-lock.json", () => {
  const lock = JSON.parse(readFileSync(join(repositoryRoot, "package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  const entries = Object.entries(lock.packages).filter(([path]) => path.includes("node_modules/"));

  it("records what packages are, never where they were fetched from", () => {
    const addressed = entries.filter(([, entry]) => entry.resolved !== undefined && entry.link !== true);
    expect(addressed.map(([path]) => path)).toEqual([]);
  });

  it("pins every package of the registry by its hash", () => {
    const loose = entries.filter(([, entry]) => entry.link !== true && entry.integrity === undefined);
    expect(loose.map(([path]) => path)).toEqual([]);
    expect(entries.length).toBeGreaterThan(100);
  });
});

describe("every package", () => {
  /** One of the two drivers fits any Node.js: that is how a package manager chooses. */
  const engines: Readonly<Record<string, string>> = {
    "packages/sqlite/package.json": ">=22",
    "packages/sqlite-node20/package.json": ">=20.19 <22",
  };
  const manifests = repositoryFiles().filter((path) => /^(packages\/[^/]+|templates)\/package\.json$/.test(path));

  it.each(manifests)("%s is published with the licence and a page", (path) => {
    const licence = readFileSync(join(repositoryRoot, "LICENSE"), "utf8");
    expect(readFileSync(join(repositoryRoot, dirname(path), "LICENSE"), "utf8")).toBe(licence);
    expect(readFileSync(join(repositoryRoot, dirname(path), "README.md"), "utf8")).toMatch(
      /^# (cmgen|create-cmgen|@cmgen\/[a-z0-9-]+)$/m,
    );
  });

  it.each(manifests)("%s leaves the addresses to the release", (path) => {
    const manifest = JSON.parse(readFileSync(join(repositoryRoot, path), "utf8")) as object;
    expect(Object.keys(manifest).filter((key) => ["repository", "homepage", "bugs"].includes(key))).toEqual([]);
  });

  it.each(manifests)("%s says what it is", (path) => {
    const manifest: unknown = JSON.parse(readFileSync(join(repositoryRoot, path), "utf8"));
    expect(manifest).toMatchObject({
      name: expect.stringMatching(/^(cmgen|create-cmgen|@cmgen\/[a-z0-9-]+)$/),
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      description: expect.stringMatching(/\.$/),
      license: "MIT",
      type: "module",
      engines: { node: engines[path] ?? ">=20.19" },
      keywords: expect.arrayContaining(["cmgen"]),
      exports: expect.objectContaining({ "./package.json": "./package.json" }),
      files: expect.any(Array),
      publishConfig: { access: "public", provenance: true },
    });
  });
});
