import type { ValueScopeName } from "ajv/dist/compile/codegen/scope.js";
import type { SchemaEnv } from "ajv/dist/compile/index.js";
import type { SourceCode, ValidateFunction } from "ajv/dist/types/index.js";

import type { Json } from "../../model/type.js";
import { newAttempts } from "./alternative-keywords.js";
import { jsonExpression } from "./json-expression.js";
import { type RuntimeFunction, runtimeNames } from "./runtime-functions.js";

/** What the names in a compiled function become, and what has to be declared and imported for them. */
export interface Bindings {
  /** @throws {Error} for a name that the function does not refer to. */
  readonly nameOf: (name: string) => string;
  /** Imports something of the runtime. */
  readonly use: (name: RuntimeFunction) => RuntimeFunction;
  readonly constants: readonly string[];
  /** Names that hold what was found out while one value was checked, and start empty with the next. */
  readonly attempts: readonly string[];
  readonly imports: ReadonlySet<RuntimeFunction>;
}

/** Names the function that was compiled from a schema. */
export type NameOfSchema = (schema: unknown) => string;

/** @param owner ends the names of constants, so that those of two functions in one module differ. */
export function createBindings(source: SourceCode, owner: string, nameOfSchema: NameOfSchema): Bindings {
  const names = new Map<string, string>();
  const constants: string[] = [];
  const attempts: string[] = [];
  const imports = new Set<RuntimeFunction>();
  const counts = new Map<string, number>();

  const declare = (prefix: string, expression: string): string => {
    const number = (counts.get(prefix) ?? 0) + 1;
    counts.set(prefix, number);
    const keyword = prefix === "attempts" ? "let" : "const";
    constants.push(`${keyword} ${prefix}${number}Of${owner} = ${expression};`);
    return `${prefix}${number}Of${owner}`;
  };
  const declareAttempts = (): string => {
    const name = declare("attempts", "new WeakMap()");
    attempts.push(name);
    return name;
  };
  const use = (name: RuntimeFunction): RuntimeFunction => {
    imports.add(name);
    return name;
  };
  const bind = ({ str, prefix, value }: ValueScopeName): string => {
    if (prefix === "validate" || prefix === "wrapper") return nameOfSchema(schemaOf(value?.ref));
    const expression = String(value?.code);
    if (prefix === "schema") return declare("schema", jsonExpression(value?.ref as Json));
    if (prefix === "pattern") return declare("pattern", expression);
    if (prefix === "obj") return expression === String(newAttempts) ? declareAttempts() : declare("values", expression);
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
  return { constants, attempts, imports, use, nameOf };
}

/** A function and the environment it is compiled in both say which schema they are of; the compiler types neither. */
function schemaOf(reference: unknown): unknown {
  return (reference as ValidateFunction | SchemaEnv).schema;
}

function scopeName({ validateName, scopeValues }: SourceCode, name: string): ValueScopeName {
  if (validateName.str === name) return validateName;
  for (const value of scopeValues[name.replace(/\d+$/, "")] ?? []) if (value.str === name) return value;
  throw new Error(`Compiled code refers to ${name}, which it does not declare.`);
}
