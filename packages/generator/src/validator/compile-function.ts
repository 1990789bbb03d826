import { createRequire } from "node:module";

import { Name, type ValidateFunction } from "ajv";

import type { Json } from "../model/type.js";
import { jsonExpression } from "../render/json-expression.js";
import { createCompiler } from "./compiler.js";
import { withOwnTypes } from "./own-types.js";
import type { NamedSchema, ProjectSchemas } from "./project-schemas.js";
import type { RuntimeFunction } from "./surroundings.js";

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

/**
 * Compiles a schema to a function of its own, where Ajv's names cannot clash with those of another in the same module. Each is compiled as if
 * it were the first: a change to one model must not change the files of others.
 */
export function compileFunction(named: NamedSchema, schemas: ProjectSchemas): CompiledFunction {
  return (compiler ??= createFunctionCompiler())(named, schemas);
}

type FunctionCompiler = typeof compileFunction;

/** One for all schemas: half of the time that a schema takes is that of making an Ajv. */
let compiler: FunctionCompiler | undefined;

/** What is being compiled, and what has been found of it. */
interface Compilation {
  readonly owner: string;
  readonly schemas: ProjectSchemas;
  readonly calls: Set<string>;
  readonly memories: string[];
  readonly imports: Set<RuntimeFunction>;
}

const require = createRequire(import.meta.url);

function createFunctionCompiler(): FunctionCompiler {
  // Ajv numbers its names by what it compiled before, and offers no way to begin again.
  const { ValueScope } =
    require("ajv/dist/compile/codegen/scope.js") as typeof import("ajv/dist/compile/codegen/scope.js");
  let current: Compilation;
  const ajv = createCompiler({
    runtime(name) {
      current.imports.add(name);
      return new Name(name);
    },
    check(reference) {
      current.calls.add(reference);
      return new Name(nameOf(current.schemas.named(reference)));
    },
    memory() {
      const name = `attempts${current.memories.length + 1}Of${current.owner}`;
      current.memories.push(name);
      return new Name(name);
    },
    target: (reference) => withOwnTypes(current.schemas.named(reference).schema),
  });
  return ({ schema, owner }, schemas) => {
    current = { owner, schemas, calls: new Set(), memories: [], imports: new Set() };
    Object.assign(ajv, { scope: new ValueScope({ ...ajv.scope.opts, scope: {} }) });
    const typed = withOwnTypes(schema);
    const { source } = ajv.compile(typed);
    ajv.removeSchema(typed);
    if (source === undefined) throw new Error("The compiler kept no source of a validator.");
    const { calls, memories, imports } = current;
    const constants = usedConstants(source).map((constant) => constantText(constant, imports));
    const body =
      constants.length === 0
        ? source.validateCode
        : ["(() => {", ...constants, `return ${source.validateCode}`, "})()"].join("\n");
    const name = nameOf({ owner });
    return { name, declaration: `const ${name} = ${body};`, calls, memories, imports };
  };
}

function nameOf({ owner }: Pick<NamedSchema, "owner">): string {
  return `check${owner}`;
}

type FunctionSource = NonNullable<ValidateFunction["source"]>;

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
