import {
  appendErrors,
  formats,
  hasOwn,
  jsonEqual,
  repeatedItem,
  repeatedKey,
  report,
  reportUnknown,
  ucs2length,
  unknownNames,
  violationsOf,
  parsePointer,
  type Violation,
} from "@cmgen/model";
import type { ValidateFunction } from "ajv";

import { indexTypes, type TypeIndex } from "../schema/type-index.js";
import { schemaOf } from "../schema/schema-of.js";
import type { JsonSchema } from "../schema/json-schema.js";
import type { SchemaForms } from "../schema/schema-forms.js";
import type { ProjectModel } from "../model/model.js";
import type { Json, Property, Type } from "../model/type.js";
import { createCompiler } from "./compiler.js";
import { projectSchemas, type ProjectSchemas } from "./project-schemas.js";
import { withOwnTypes } from "./own-types.js";
import type { Surroundings } from "./surroundings.js";
import { validatorForms } from "./validator-forms.js";
import { EndlessDefaultError, wholeDefault } from "./whole-default.js";

/** Problems of one value that are reported at once. */
const MOST_PROBLEMS = 3;

/** Checks values that declarations have for their types, as the service checks what it is sent. */
export interface ValueChecker {
  /** What is wrong with `value`, as the end of a sentence; undefined if nothing is. */
  misfit(value: Json, subject: Type | Property): string | undefined;
  /** What is wrong with a property's default. */
  defaultMisfit(property: Property): string | undefined;
}

/** Defaults are written before a value is checked, so what has one may be left out. */
const forms: SchemaForms = {
  ...validatorForms,
  isRequired: (property) => property.required && property.default === undefined,
};

export function createValueChecker(project: ProjectModel): ValueChecker {
  const index = indexTypes(project);
  const schemas = projectSchemas(project, { index, names: new Map() }, forms);
  const compile = createRunningCompiler(schemas);
  const misfit = (value: Json, subject: Type | Property): string | undefined => {
    const validate = compile(subjectSchema(subject, schemas));
    if (validate(value)) return undefined;
    return violationsOf(validate.errors).slice(0, MOST_PROBLEMS).map(problemText).join("; ");
  };
  return {
    misfit,
    defaultMisfit: (property) =>
      isEndless(property, index)
        ? "it calls for itself and would never end"
        : misfit(property.default ?? null, property),
  };
}

function isEndless(property: Property, index: TypeIndex): boolean {
  try {
    wholeDefault(property, index);
    return false;
  } catch (error) {
    if (error instanceof EndlessDefaultError) return true;
    throw error;
  }
}

function subjectSchema(subject: Type | Property, { context }: ProjectSchemas): JsonSchema {
  return "shape" in subject ? schemaOf(subject, context) : forms.property(subject, schemaOf(subject.type, context));
}

/** Compiles schemas to functions, each once however many places have it. */
function createRunningCompiler(schemas: ProjectSchemas): (schema: JsonSchema) => ValidateFunction {
  const links = new Map<string, CheckFunction>();
  const link = (reference: string): CheckFunction => {
    const known = links.get(reference) ?? linkTo(() => compile(schemas.named(reference).schema));
    links.set(reference, known);
    return known;
  };
  const outside: Surroundings = {
    runtime: (gen, name) => gen.scopeValue("func", { key: name, ref: runtimeFunction(name) }),
    check: (gen, reference) => gen.scopeValue("func", { key: reference, ref: link(reference) }),
    // The values are the author's and small: there is nothing to remember.
    memory: (gen) => gen.scopeValue("obj", { ref: { get: () => undefined, set: () => undefined } }),
    target: (reference) => withOwnTypes(schemas.named(reference).schema),
  };
  let ajv: ReturnType<typeof createCompiler> | undefined;
  const compiled = new Map<string, ValidateFunction>();
  const compile = (schema: JsonSchema): ValidateFunction => {
    const key = JSON.stringify(schema);
    const validate = compiled.get(key) ?? (ajv ??= createCompiler(outside, false)).compile(withOwnTypes(schema));
    compiled.set(key, validate);
    return validate;
  };
  return compile;
}

/** A check as compiled code calls it. */
type CheckFunction = ((value: unknown, context: object) => boolean) & Pick<ValidateFunction, "errors">;

/** Compiles when it is called: types may refer to themselves. */
function linkTo(compiled: () => ValidateFunction): CheckFunction {
  const check: CheckFunction = (value, context) => {
    const validate = compiled();
    const isValid = validate(value, context as Parameters<ValidateFunction>[1]);
    check.errors = validate.errors ?? null;
    return isValid;
  };
  return check;
}

const runtime = {
  appendErrors,
  formats,
  equal: jsonEqual,
  hasOwn,
  repeatedItem,
  repeatedKey,
  report,
  reportUnknown,
  ucs2length,
  unknownNames,
};

function runtimeFunction(name: string): unknown {
  const found: unknown = Object.entries(runtime).find(([key]) => key === name)?.[1];
  if (found === undefined) throw new Error(`Keywords call ${name}, which the generator does not have.`);
  return found;
}

function problemText({ path, message }: Violation): string {
  return path === "" ? `it ${message}` : `\`${placeText(path)}\` ${message}`;
}

/** A JSON Pointer as the author would write the access: `ports[0].name`. */
function placeText(path: string): string {
  const [first = "", ...rest] = parsePointer(path).map((segment) =>
    /^[A-Za-z_$][\w$]*$/.test(segment)
      ? `.${segment}`
      : `[${/^\d+$/.test(segment) ? segment : JSON.stringify(segment)}]`,
  );
  return [first.startsWith(".") ? first.slice(1) : first, ...rest].join("");
}
