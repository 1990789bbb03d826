import type { Model, ProjectModel } from "../model/model.js";
import type { Json, Type } from "../model/type.js";
import { jsonExpression } from "../render/json-expression.js";
import { typeNames } from "../render/type-names.js";
import type { FieldPlaces } from "../schema/field-places.js";
import { schemaOf } from "../schema/schema-of.js";
import { indexTypes } from "../schema/type-index.js";
import { defaultFields } from "./default-fields.js";
import { createStandaloneWriter, type KnownFunctions, type StandaloneCode } from "./standalone.js";

/** What a module needs to write the defaults of values, and to check these then. */
export interface CheckCode extends StandaloneCode {
  /** For each of the roots its defaults as an expression, for a `ModelDefaults`; `""` where there are none. */
  readonly described: readonly string[];
  /** For each of the roots the statement that writes defaults into `value`; `""` where there are none. */
  readonly defaults: readonly string[];
}

/** A type that has no name, and what is called after it: unique in a module. */
export interface OwnedType {
  readonly owner: string;
  readonly type: Type;
}

export interface CheckWriter {
  ofModel(model: Model): CheckCode;
  /** For values of types, in one module. */
  ofTypes(types: readonly OwnedType[]): CheckCode;
}

/** Writes the code that checks values of a project. */
export function createCheckWriter(project: ProjectModel, known?: KnownFunctions): CheckWriter {
  const index = indexTypes(project);
  const validators = createStandaloneWriter(project, { index, names: typeNames(project), known });
  const fieldsOfModule = defaultFields(index);
  return {
    ofModel(model) {
      const fields = fieldsOfModule();
      return withDefaults(validators.codeOf(model), fields, [{ owner: model.kind, place: fields.ofModel(model) }]);
    },
    ofTypes(types) {
      const fields = fieldsOfModule();
      const schemas = types.map(({ owner, type }) => ({ owner, schema: schemaOf(type, validators.context) }));
      const places = types.map(({ owner, type }) => ({ owner, place: fields.ofType(type) }));
      return withDefaults(validators.codeOfSchemas(schemas), fields, places);
    },
  };
}

interface OwnedPlace {
  readonly owner: string;
  readonly place: Json | undefined;
}

/** Data in front of the functions, since a value is looked at for each place that may have a default. */
function withDefaults(code: StandaloneCode, { types }: FieldPlaces, places: readonly OwnedPlace[]): CheckCode {
  const typesName = types.size === 0 ? "" : ", defaultTypes";
  const constants = places.flatMap(({ owner, place }) =>
    place === undefined ? [] : [`const defaultsOf${owner} = ${jsonExpression(place)};`],
  );
  const ofTypes = `const defaultTypes = ${jsonExpression(Object.fromEntries(types))};`;
  return {
    ...code,
    described: places.map(({ owner, place }) =>
      place === undefined ? "" : `{ object: defaultsOf${owner}${types.size === 0 ? "" : ", types: defaultTypes"} }`,
    ),
    defaults: places.map(({ owner, place }) =>
      place === undefined ? "" : `writeDefaults(value, defaultsOf${owner}${typesName});`,
    ),
    functions: [...constants, ...(types.size === 0 ? [] : [ofTypes]), ...code.functions],
    imports: constants.length === 0 ? code.imports : new Set([...code.imports, "writeDefaults"]),
  };
}
