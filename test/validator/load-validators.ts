import ts from "typescript-5.9";
import { modelNames } from "../../packages/generator/src/emit/model-names.js";
import { validatorEmitter } from "../../packages/generator/src/emit/validator/emit-validator.js";
import type { ProjectModel } from "../../packages/generator/src/model/model.js";
import * as defaults from "../../packages/runtime/src/validation/defaults.js";
import { formats } from "../../packages/model/src/format/formats.js";
import { jsonEqual } from "../../packages/runtime/src/validation/json-equal.js";
import * as repeatedItems from "../../packages/runtime/src/validation/repeated-items.js";
import { ucs2length } from "../../packages/runtime/src/validation/ucs2-length.js";
import * as violations from "../../packages/runtime/src/validation/violations-of.js";
import type { Violation } from "../../packages/runtime/src/model/model-descriptor.js";

export type Validate = (value: unknown) => readonly Violation[];

/** What `@cmgen/runtime/codegen` gives to validators, from its source: a validator may import nothing else. */
const runtime = { ...defaults, ...repeatedItems, ...violations, formats, ucs2length, equal: jsonEqual };

/** Emits the validators of a project and runs their modules; by kind. */
export function loadValidators(project: ProjectModel): ReadonlyMap<string, Validate> {
  const files = validatorEmitter.emit(project, { outDir: "src/generated", prismaDir: "prisma" });
  return new Map(
    project.models.map((model, at) => [model.kind, load(files[at]?.contents ?? "", modelNames(model).validate)]),
  );
}

function load(source: string, name: string): Validate {
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const exported: Record<string, Validate> = {};
  new Function("require", "exports", outputText)((from: string) => moduleCalled(from), exported);
  const validate = exported[name];
  if (validate === undefined) throw new Error(`The module exports no ${name}.`);
  return validate;
}

function moduleCalled(from: string): unknown {
  if (from === "@cmgen/runtime/codegen") return runtime;
  throw new Error(`A validator imports ${from}.`);
}
