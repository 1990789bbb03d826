import type { Violation } from "@cmgen/model";
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
} from "@cmgen/model/internal";

import { indexTypes, type TypeIndex } from "../schema/type-index.js";
import { schemaOf } from "../schema/schema-of.js";
import type { JsonSchema } from "../schema/json-schema.js";
import type { SchemaForms } from "../schema/schema-forms.js";
import type { ProjectModel } from "../model/model.js";
import type { Json, Property, Type } from "../model/type.js";
import { type Check, runCode } from "./run-code.js";
import { createStandaloneWriter } from "./standalone.js";
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

export function createValueChecker(project: Pick<ProjectModel, "models" | "types">): ValueChecker {
  const index = indexTypes(project);
  const writer = createStandaloneWriter(project, { index, names: new Map(), forms });
  /** By the schema: many places have the same. */
  const checks = new Map<string, Check>();
  const checkOf = (schema: JsonSchema): Check => {
    const key = JSON.stringify(schema);
    // No type's function is called like one without an owner.
    const check = checks.get(key) ?? runCode(writer.codeOfSchemas([{ owner: "", schema }]), runtime);
    checks.set(key, check);
    return check;
  };
  const misfit = (value: Json, subject: Type | Property): string | undefined => {
    const schema =
      "shape" in subject
        ? schemaOf(subject, writer.context)
        : forms.property(subject, schemaOf(subject.type, writer.context));
    const problems = checkOf(schema)(value).slice(0, MOST_PROBLEMS).map(problemText);
    return problems.length === 0 ? undefined : problems.join("; ");
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

/** What compiled code calls, by its names. */
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
  violationsOf,
};

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
