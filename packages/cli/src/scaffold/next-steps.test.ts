import { execFileSync } from "node:child_process";

import fc from "fast-check";
import { expect, it } from "vitest";

import { shellQuote } from "../shell-quote.js";
import { packageManagerIn } from "../installer.js";
import { printContainerSteps, printNextSteps } from "./next-steps.js";

const wanted = { type: "module", scripts: { dev: "cmgen dev" }, dependencies: { "@cmgen/model": "^1.0.0" } };

it("prints the commands of a new plugin", () => {
  expect(
    printNextSteps({ place: "my-plugin", manager: "npm", installed: false, hasModels: true, wanted, kept: undefined }),
  ).toBe("Continue with:\n\n  cd my-plugin\n  npm install\n  npm run dev\n");
});

it("prints what a package.json lacks that was kept", () => {
  const kept = { type: "module", dependencies: { left: "1.0.0" } };
  expect(printNextSteps({ place: "", manager: "npm", installed: false, hasModels: true, wanted, kept })).toBe(
    'Add to package.json:\n\n  "scripts": {\n    "dev": "cmgen dev"\n  },\n  "dependencies": {\n    "@cmgen/model": "^1.0.0"\n  }\n\n' +
      "Continue with:\n\n  npm install\n  npm run dev\n",
  );
});

it.each([
  ["pnpm/9.0.0 npm/? node/v22.0.0", "pnpm install\n  pnpm exec cmgen dev"],
  ["yarn/4.0.0 npm/? node/v22.0.0", "yarn install\n  yarn run cmgen dev"],
  ["bun/1.0.0", "npm install\n  npx --no-install cmgen dev"],
])("prints commands for %s, and none that is another script's", (userAgent, commands) => {
  const kept = { ...wanted, scripts: { dev: "vite" } };
  const printed = printNextSteps({
    place: "it's here",
    manager: packageManagerIn(userAgent),
    installed: false,
    hasModels: true,
    wanted,
    kept,
  });
  expect(printed).toContain(commands);
  expect(printed).toContain('  "dev": "cmgen dev"\n');
});

it("says what stands in the way of an image", () => {
  const manifest = { dependencies: { "@cmgen/model": "file:../cmgen/packages/model", other: "file:./other" } };
  const printed = printContainerSteps({ place: "", manifest, ignoresEnv: false });
  expect(printed).toContain("add it to .gitignore");
  expect(printed).toContain("takes packages from other folders:\n@cmgen/model.");
});

it.runIf(process.platform !== "win32")("a POSIX shell reads back every path", () => {
  const path = fc.string({ minLength: 1, unit: "grapheme" }).filter((text) => !text.includes("\0"));
  fc.assert(
    fc.property(fc.array(path, { minLength: 1, maxLength: 50 }), (paths) => {
      const script = `printf '%s\\0' ${paths.map((text) => shellQuote(text, "linux")).join(" ")}`;
      const words = execFileSync("/bin/sh", ["-c", script], { encoding: "utf8" }).split("\0").slice(0, -1);
      expect(words).toEqual(paths.map((text) => (text.startsWith("-") ? `./${text}` : text)));
    }),
    { numRuns: 20 },
  );
});

it.each([
  ["../my-plugin", "../my-plugin", String.raw`..\my-plugin`, String.raw`..\my-plugin`],
  ["my plugin", "'my plugin'", "my plugin", '"my plugin"'],
  ["it's", String.raw`'it'\''s'`, "it's", `"it's"`],
  ["a$b", "'a$b'", "it's $b", "'it''s $b'"],
  ["~", "'~'", "a&b", '"a&b"'],
  ["-rf", "./-rf", "-rf", "./-rf"],
])("quotes %s", (posix, quotedPosix, windows, quotedWindows) => {
  expect([shellQuote(posix, "linux"), shellQuote(windows, "win32")]).toEqual([quotedPosix, quotedWindows]);
});
