import { expect, test } from "vitest";

import { checkConfig } from "./check-config.js";
import { defaultConfig } from "./resolved-config.js";

test("an empty config is the defaults, and so is one whose keys are undefined", () => {
  expect(checkConfig({})).toEqual({ config: defaultConfig });
  expect(checkConfig({ outDir: undefined })).toEqual({ config: defaultConfig });
});

test("what is given stands, folders without ./ in front and / behind", () => {
  const { config } = checkConfig({ outDir: "./src/api/", databases: ["sqlite"], prismaClient: true });
  expect(config).toEqual({ ...defaultConfig, outDir: "src/api", databases: ["sqlite"], prismaClient: true });
});

test("an unknown key is a problem that names the likely one", () => {
  expect(checkConfig({ outdir: "x" }).problems).toEqual([
    "`outdir` is not a key of the config. Did you mean `outDir`?",
  ]);
  expect(checkConfig({ colour: 1 }).problems?.[0]).toContain("Known keys: api, models, outDir");
});

test("a key that is reserved says what for", () => {
  expect(checkConfig({ mcp: true, history: {} }).problems).toEqual([
    "`mcp` is reserved and does nothing yet: a later release uses it for tools for language models.",
    expect.stringContaining("`history` is not a key of the config."),
  ]);
});

test("a key of Object.prototype is no key of the config", () => {
  expect(checkConfig(JSON.parse('{"__proto__": 1, "toString": 2}')).problems).toHaveLength(2);
});

test.each([
  ...["people.example.com", "people.example.com/", "/v1", "people.example.com/v1/people", "People/v1", "a.b/1", 1].map(
    (api): [object, string] => [
      { api },
      '`api` must be a group and a version, such as `"people.example.com/v1alpha1"`.',
    ],
  ),
  [{ models: [] }, "`models` must not be empty."],
  [{ models: "src" }, "`models` must be a list of globs."],
  [{ outDir: "../out" }, "`outDir` must be a folder below the plugin's, without `..`."],
  [{ outDir: "." }, "`outDir` must be a folder below the plugin's, without `..`."],
  [{ outDir: "" }, "`outDir` must be a folder below the plugin's, without `..`."],
  [{ outDir: "/tmp" }, "`outDir` must be relative to the plugin's folder."],
  [{ outDir: "C:/out" }, "`outDir` must be relative to the plugin's folder."],
  [{ outDir: "src\\out" }, "`outDir` must be written with forward slashes."],
  [{ prismaDir: 3 }, "`prismaDir` must be a path."],
  [{ server: "../server.ts" }, "`server` must be a file below the plugin's folder, without `..`."],
  [{ server: "/server.ts" }, "`server` must be relative to the plugin's folder."],
  [{ server: "src/server.js" }, "`server` must be a TypeScript module (.ts or .mts)."],
  [{ server: "src/server.d.ts" }, "`server` must be a TypeScript module (.ts or .mts)."],
  [{ server: "./src/generated/server.ts" }, "`server` must not be a generated module."],
  [{ databases: [] }, "`databases` must not be empty."],
  [{ databases: ["mysql"] }, "`databases` must be a list of sqlite and postgresql."],
  [{ databases: ["sqlite", "sqlite"] }, "`databases` names a database twice."],
  [{ users: "yes" }, "`users` must be true, false or an object."],
  [{ users: { signUp: "maybe" } }, "`users.signUp` must be one of closed, open."],
  [{ users: { signup: "open" } }, "`users.signup` is not a key of the config. Did you mean `signUp`?"],
  [{ prismaClient: "no" }, "`prismaClient` must be true or false."],
  [{ tenants: "all" }, "`tenants` must be true or false."],
  [{ react: "19" }, "`react` must be true or false."],
  [
    { prismaClient: true, prismaClientDir: ".." },
    "`prismaClientDir` must be a folder below the plugin's, without `..`.",
  ],
  ...["src/generated", "src/generated/prisma", "src", "./src/"].map((prismaClientDir): [object, string] => [
    { prismaClient: true, prismaClientDir },
    "`prismaClientDir` must be a folder of its own, but it overlaps with `outDir`.",
  ]),
  [
    { prismaClient: true, prismaClientDir: "prisma" },
    "`prismaClientDir` must be a folder of its own, but it overlaps with `prismaDir`.",
  ],
  ...["src/generated", "prisma/x", "src", "."].map((dir): [object, string] => [
    { clientPackage: { name: "a", dir } },
    dir === "."
      ? "`clientPackage.dir` must be a folder below the plugin's, without `..`."
      : `\`clientPackage.dir\` must be a folder of its own, but it overlaps with \`${dir === "prisma/x" ? "prismaDir" : "outDir"}\`.`,
  ]),
  [{ clientPackage: { dir: "client" } }, "`clientPackage` must have `name`."],
  [{ clientPackage: { name: "A b", dir: "client" } }, "`clientPackage.name` must be the name of an npm package."],
  [{ clientPackage: true }, "`clientPackage` must be an object."],
  [
    { clientPackage: { name: "a", dir: "client", folder: "x" } },
    "`clientPackage.folder` is not a key of the config. Known keys: name, dir, packageJson.",
  ],
  [
    { clientPackage: { name: "a", dir: "client", packageJson: { private: undefined } } },
    "`clientPackage.packageJson` must be an object of JSON values.",
  ],
  [{ reservedGroupSuffixes: [""] }, "`reservedGroupSuffixes` must be a list of group name suffixes."],
  [{ emitters: [{ name: "x" }] }, "`emitters` must be a list of emitters ({ name, emit })."],
])("%j is refused", (config, problem) => {
  expect(checkConfig(config).problems).toEqual([problem]);
});

test("every problem is told at once", () => {
  expect(checkConfig({ models: [], databases: [], x: 1 }).problems).toHaveLength(3);
});

test.each([undefined, null, "config", []])("%j is no config", (value) => {
  expect(checkConfig(value).problems?.[0]).toMatch(/must export an object by default/);
});
