import type { ValueScopeName } from "ajv/dist/compile/codegen/scope.js";
import type { SchemaEnv } from "ajv/dist/compile/index.js";
import type { SourceCode, ValidateFunction } from "ajv/dist/types/index.js";

import { type RuntimeFunction, runtimeNames } from "./runtime-functions.js";

/** What the names in a compiled function become, and what has to be declared and imported for them. */
export interface Bindings {
  /** @throws {Error} for a name that the function does not refer to. */
  readonly nameOf: (name: string) => string;
  /** Imports something of the runtime. */
  readonly use: (name: RuntimeFunction) => RuntimeFunction;
  readonly constants: readonly string[];
  readonly imports: ReadonlySet<RuntimeFunction>;
}

const constantNames: Readonly<Record<string, string>> = { pattern: "pattern", obj: "values", schema: "schema" };

/** Names the function that was compiled from a schema. */
export type NameOfSchema = (schema: unknown) => string;

/** @param owner ends the names of constants, so that those of two functions in one module differ. */
export function createBindings(source: SourceCode, owner: string, nameOfSchema: NameOfSchema): Bindings {
  const names = new Map<string, string>();
  const constants: string[] = [];
  const imports = new Set<RuntimeFunction>();
  const counts = new Map<string, number>();

  const declare = (prefix: string, expression: string): string => {
    const number = (counts.get(prefix) ?? 0) + 1;
    counts.set(prefix, number);
    constants.push(`const ${prefix}${number}Of${owner} = ${expression};`);
    return `${prefix}${number}Of${owner}`;
  };
  const use = (name: RuntimeFunction): RuntimeFunction => {
    imports.add(name);
    return name;
  };
  const bind = ({ str, prefix, value }: ValueScopeName): string => {
    if (prefix === "validate") return nameOfSchema((value?.ref as ValidateFunction).schema);
    if (prefix === "wrapper") return nameOfSchema((value?.ref as SchemaEnv).schema);
    const expression = String(value?.code);
    const constant = constantNames[prefix];
    if (constant !== undefined) return declare(constant, expression);
    if (prefix === "formats") return `${use("formats")}${expression.slice("formats".length)}`;
    const runtimeName = runtimeNames[expression];
    if (runtimeName !== undefined) return use(runtimeName);
    if (expression === "Object.prototype.hasOwnProperty") return expression;
    throw new Error(`Compiled code refers to ${str}, which is ${expression}: no module of ours has that.`);
  };
  const nameOf = (name: string): string => {
    const known = names.get(name);
    if (known !== undefined) return known;
    const bound = bind(scopeName(source, name));
    names.set(name, bound);
    return bound;
  };
  return { constants, imports, use, nameOf };
}

function scopeName({ validateName, scopeValues }: SourceCode, name: string): ValueScopeName {
  if (validateName.str === name) return validateName;
  for (const value of scopeValues[name.replace(/\d+$/, "")] ?? []) if (value.str === name) return value;
  throw new Error(`Compiled code refers to ${name}, which it does not declare.`);
}
