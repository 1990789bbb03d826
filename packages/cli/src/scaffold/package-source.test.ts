import { join } from "node:path";
import { expect, it } from "vitest";

import { clonedPackages, ownSource, publishedPackages } from "./package-source.js";

it("names a version of published packages", () => {
  expect(publishedPackages("1.2.3")("@cmgen/model")).toBe("^1.2.3");
});

it("names the folder of a clone's packages, relative to the plugin", () => {
  const source = clonedPackages(join("/", "src", "cmgen"), join("/", "src", "my-plugin"));
  expect(source("@cmgen/runtime")).toBe("file:../cmgen/packages/runtime");
  expect(source("cmgen")).toBe("file:../cmgen/packages/cli");
});

it("takes the packages from the clone it runs in", () => {
  expect(ownSource("1.2.3", process.cwd())("@cmgen/model")).toMatch(/^file:.*packages\/model$/);
});
