import type { SourceCode, ValidateFunction } from "ajv/dist/types/index.js";
import type { ValueScopeName } from "ajv/dist/compile/codegen/scope.js";
import type { SchemaEnv } from "ajv/dist/compile/index.js";

import { type RuntimeFunction, runtimeNames } from "./runtime-functions.js";

/** What the names in compiled functions become in a module, and what the module declares and imports for them. */
export interface Bindings {
  /** Takes in what a function refers to. */
  add(source: SourceCode): void;
  /** @throws {Error} for a name that no function added here refers to. */
  readonly nameOf: (name: string) => string;
  /** Imports something of the runtime. */
  readonly use: (name: RuntimeFunction) => RuntimeFunction;
  readonly constants: readonly string[];
  readonly imports: ReadonlySet<RuntimeFunction>;
}

const constantNames: Readonly<Record<string, string>> = { pattern: "pattern", obj: "values", schema: "schema" };

/** @param nameOfSchema names the function compiled from a schema. */
export function createBindings(nameOfSchema: (schema: unknown) => string): Bindings {
  const values = new Map<string, ValueScopeName>();
  const names = new Map<string, string>();
  const constants: string[] = [];
  const imports = new Set<RuntimeFunction>();
  const counts = new Map<string, number>();

  const declare = (prefix: string, expression: string): string => {
    const number = (counts.get(prefix) ?? 0) + 1;
    counts.set(prefix, number);
    constants.push(`const ${prefix}${number} = ${expression};`);
    return `${prefix}${number}`;
  };
  const use = (name: RuntimeFunction): RuntimeFunction => {
    imports.add(name);
    return name;
  };
  const bind = ({ str, prefix, value }: ValueScopeName): string => {
    const expression = String(value?.code);
    const constant = constantNames[prefix];
    if (constant !== undefined) return declare(constant, expression);
    if (prefix === "validate") return nameOfSchema((value?.ref as ValidateFunction).schema);
    if (prefix === "wrapper") return nameOfSchema((value?.ref as SchemaEnv).schema);
    if (prefix === "formats") return `${use("formats")}${expression.slice("formats".length)}`;
    const runtimeName = runtimeNames[expression];
    if (runtimeName !== undefined) return use(runtimeName);
    if (expression === "Object.prototype.hasOwnProperty") return expression;
    throw new Error(`Compiled code refers to ${str}, which is ${expression}: no module of ours has that.`);
  };

  return {
    constants,
    imports,
    use,
    add({ validateName, scopeValues }) {
      values.set(validateName.str, validateName);
      for (const found of Object.values(scopeValues)) for (const name of found ?? []) values.set(name.str, name);
    },
    nameOf(name) {
      const key = name.replace(/\.validate$/, "");
      const known = names.get(key);
      if (known !== undefined) return known;
      const value = values.get(key);
      if (value === undefined) throw new Error(`Compiled code refers to ${name}, which it does not declare.`);
      const bound = bind(value);
      names.set(key, bound);
      return bound;
    },
  };
}
