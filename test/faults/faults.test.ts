import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { repositoryRoot } from "../boundaries/repository.js";
import { faults } from "./faults.mjs";

it.each(faults)("$fault: can still be made", ({ file, find, replace }) => {
  const source = readFileSync(join(repositoryRoot, file), "utf8");
  expect(source.split(find)).toHaveLength(2);
  expect(replace).not.toBe(find);
});
