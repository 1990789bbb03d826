import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Writes a plugin of `count` models below `directory`, one a file, each of about ten fields with constraints, a nested type, an
 * enum and three indexes, compiled and configured as `cmgen init` has it. Dependencies are taken from `modules`, the repository's own
 * node_modules, the tsconfig and the config from `scaffold`.
 */
export function writeBenchPlugin({ directory, count, modules, scaffold }) {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(join(directory, "src", "models"), { recursive: true });
  symlinkSync(modules, join(directory, "node_modules"), "dir");
  writeFileSync(join(directory, "package.json"), `${JSON.stringify(packageJson, null, 2)}\n`);
  for (const name of ["tsconfig.json", "cmgen.config.ts"]) cpSync(join(scaffold, name), join(directory, name));
  for (let number = 1; number <= count; number += 1) writeFileSync(modelPath(directory, number), modelSource(number));
}

/** Changes a constraint of the model in the middle of a plugin of `count` models. */
export function changeOneModel({ directory, count }) {
  const path = modelPath(directory, Math.ceil(count / 2));
  const changed = readFileSync(path, "utf8").replace(
    /@maxLength (2\d\d)/,
    (_, bound) => `@maxLength ${Number(bound) + 1}`,
  );
  writeFileSync(path, changed);
}

function modelPath(directory, number) {
  return join(directory, "src", "models", `thing-${number}.ts`);
}

const packageJson = { name: "bench", version: "1.0.0", private: true, type: "module", license: "MIT" };

function modelSource(number) {
  const kind = `Thing${number}`;
  return `import { defineModel, index, type Extension, type Integer, type Timestamp } from "@cmgen/model";

export interface ${kind}Address {
  /** @maxLength 200 */
  street: string;
  city: string;
  /** @pattern ^[0-9]{5}$ */
  zip?: string;
}

export interface ${kind}Spec {
  /**
   * Shown to people.
   * @minLength 1 @maxLength 100
   */
  title: string;
  /** @minimum 0 @maximum 150 */
  count?: Integer;
  state: "NEW" | "OPEN" | "CLOSED";
  tags?: string[];
  due?: Timestamp;
  /** @default true */
  active?: boolean;
  ratio?: number | null;
  address?: ${kind}Address;
  history?: ${kind}Address[];
  notes?: Record<string, string>;
}

export interface ${kind}Status {
  phase?: string;
  observed?: Integer;
}

export interface ${kind} extends Extension<${kind}Spec, ${kind}Status> {}

export default defineModel<${kind}>({
  group: "bench.example.com",
  version: "v1",
  kind: "${kind}",
  plural: "thing${number}s",
  singular: "thing${number}",
  indexes: [
    index("spec.title", { unique: true }),
    index("spec.count", { order: "DESC" }),
    index({ name: "spec.tags", values: (thing) => thing.spec.tags }),
  ],
});
`;
}
