import { Name } from "ajv";

import type { Json } from "../model/type.js";
import type { FunctionSource, SourceCompiler } from "./compiler.js";
import { jsonExpression } from "../render/json-expression.js";
import type { NamedSchema, ProjectSchemas } from "./project-schemas.js";
import { withOwnTypes } from "./own-types.js";
import type { RuntimeFunction, Surroundings } from "./surroundings.js";

/** The function compiled from a schema, as text, and what it needs around it. */
export interface CompiledFunction {
  readonly name: string;
  readonly declaration: string;
  /** References of the schemas whose functions it calls. */
  readonly calls: ReadonlySet<string>;
  /** Names of variables that are a new `WeakMap` whenever the check of a value begins. */
  readonly memories: readonly string[];
  readonly imports: ReadonlySet<RuntimeFunction>;
}

export interface CompileContext {
  readonly schemas: ProjectSchemas;
  readonly compile: SourceCompiler;
}

/** Compiles a schema to a function of its own, where Ajv's names cannot clash with those of another in the same module. */
export function compileFunction(
  { schema, owner }: NamedSchema,
  { schemas, compile }: CompileContext,
): CompiledFunction {
  const calls = new Set<string>();
  const memories: string[] = [];
  const imports = new Set<RuntimeFunction>();
  const outside: Surroundings = {
    runtime(_, name) {
      imports.add(name);
      return new Name(name);
    },
    check(_, reference) {
      calls.add(reference);
      return new Name(nameOf(schemas.named(reference)));
    },
    memory() {
      const name = `attempts${memories.length + 1}Of${owner}`;
      memories.push(name);
      return new Name(name);
    },
    target: (reference) => withOwnTypes(schemas.named(reference).schema),
  };
  const source = compile(schema, outside);
  const constants = usedConstants(source).map((constant) => constantText(constant, imports));
  const body =
    constants.length === 0
      ? source.validateCode
      : ["(() => {", ...constants, `return ${source.validateCode}`, "})()"].join("\n");
  const name = nameOf({ owner });
  return { name, declaration: `const ${name} = ${body};`, calls, memories, imports };
}

function nameOf({ owner }: Pick<NamedSchema, "owner">): string {
  return `check${owner}`;
}

/** A value that stands outside of a compiled function. */
type Constant = NonNullable<FunctionSource["scopeValues"][string]> extends Set<infer Each> ? Each : never;

/** The compiler lists every schema that it has come by; most are not looked at when a value is checked. */
function usedConstants({ scopeValues, validateCode }: FunctionSource): readonly Constant[] {
  const listed = Object.values(scopeValues).flatMap((names) => [...(names ?? [])]);
  return listed.filter(({ str }) => validateCode.includes(str));
}

/** What the compiler would require of its own, and what the runtime calls it. */
const runtimeNames: Readonly<Record<string, RuntimeFunction>> = {
  'require("ajv/dist/runtime/equal").default': "equal",
};

function constantText({ str, prefix, value }: Constant, imports: Set<RuntimeFunction>): string {
  const code = String(value?.code);
  const runtimeName = runtimeNames[code];
  if (runtimeName !== undefined) imports.add(runtimeName);
  if (code.startsWith("require(") && runtimeName === undefined) throw new Error(`Compiled code requires ${code}.`);
  const expression = prefix === "schema" ? jsonExpression(value?.ref as Json) : (runtimeName ?? code);
  return `const ${str} = ${expression};`;
}
