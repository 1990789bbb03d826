import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, expect, it } from "vitest";
import { INSTALL_MS } from "./installed-plugin.js";
import { packPackages, type PackedPackage } from "./pack-packages.js";

const folder = mkdtempSync(join(tmpdir(), "cmgen-published-"));
let packages: readonly PackedPackage[];

beforeAll(async () => {
  packages = await packPackages(folder);
}, INSTALL_MS);
afterAll(() => rmSync(folder, { recursive: true }));

/** What looks up types as a CommonJS module: packages are ES modules only, which Node.js 20.19 and later can `require`. */
const otherLookups: ReadonlySet<string> = new Set(["node10", "node16-cjs"]);

/** Found in modules inside of a bundle, which is required by the generator alone. */
const BUNDLE = "CJS_WITH_ESMODULE_DEFAULT_EXPORT";

it("have nothing that publint finds", async () => {
  const found = await Promise.all(
    packages.map(async ({ name, tarball }) => {
      const { messages, pkg } = await publint({ pack: { tarball: bytesOf(tarball) }, strict: true });
      const reported = messages.filter(
        ({ code, path }) => !(code === BUNDLE && path.join(".") === "imports.#prisma-client-generator"),
      );
      return reported.map((message) => `${name}: ${formatMessage(message, pkg, { color: false }) ?? message.code}`);
    }),
  );
  expect(found.flat()).toEqual([]);
});

it("have types that every ES module finds, and that are those of its code", { timeout: INSTALL_MS }, async () => {
  const found: string[] = [];
  for (const { name, tarball } of packages) {
    const result = await checkPackage(createPackageFromTarballData(new Uint8Array(bytesOf(tarball))));
    // A program, a driver or texts.
    if (result.types === false) continue;
    const problems = result.problems.filter(
      (problem) => !("resolutionKind" in problem && otherLookups.has(problem.resolutionKind)),
    );
    found.push(...problems.map((problem) => `${name}: ${JSON.stringify(problem)}`));
  }
  expect(found).toEqual([]);
});

function bytesOf(path: string): ArrayBuffer {
  const bytes = readFileSync(path);
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
}
