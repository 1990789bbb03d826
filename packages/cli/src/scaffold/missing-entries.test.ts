import { expect, it } from "vitest";

import { differingScripts, missingEntries } from "./missing-entries.js";

const wanted = {
  name: "my-plugin",
  private: true,
  type: "module",
  engines: { node: ">=20.19" },
  scripts: { dev: "cmgen dev", test: "vitest run" },
  dependencies: { "@cmgen/runtime": "^1.0.0" },
  devDependencies: { cmgen: "^1.0.0", typescript: "^7.0.0" },
};

it("finds nothing missing from what the scaffold itself writes", () => {
  expect(missingEntries(wanted, wanted)).toEqual({});
  expect(differingScripts(wanted, wanted)).toEqual([]);
});

it("finds everything but a name missing from an empty package.json", () => {
  const { name: _, private: __, engines: ___, ...rest } = wanted;
  expect(missingEntries(wanted, {})).toEqual(rest);
});

it("leaves alone what is there under another value, except the type of modules", () => {
  const kept = {
    type: "commonjs",
    scripts: { test: "jest" },
    dependencies: { "@cmgen/runtime": "0.9.0", typescript: "5.9" },
    devDependencies: {},
  };
  expect(missingEntries(wanted, kept)).toEqual({
    type: "module",
    scripts: { dev: "cmgen dev" },
    devDependencies: { cmgen: "^1.0.0" },
  });
  expect(differingScripts(wanted, kept)).toEqual(["test"]);
});

it("wants what the service needs as a dependency, not for development only", () => {
  const kept = { ...wanted, dependencies: {}, devDependencies: { ...wanted.devDependencies, ...wanted.dependencies } };
  expect(missingEntries(wanted, kept)).toEqual({ dependencies: { "@cmgen/runtime": "^1.0.0" } });
});
