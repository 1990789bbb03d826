import { aloneOfKind } from "../model/kind-versions.js";
import type { Model, ProjectModel } from "../model/model.js";
import { pascalCase } from "../model/name-case.js";
import { typeNames } from "./type-names.js";
import { uniqueNames } from "./unique-names.js";

/** What a model's things are called in a document of all models of a plugin. */
export interface DocumentNames {
  /** Ends the name of an operation on one object: `create` and this. */
  readonly kind: string;
  /** Ends the name of an operation on many: `list` and this. */
  readonly collection: string;
  readonly tag: string;
  /** Schemas: the object inside another, as it is answered, as it is sent, and a list. */
  readonly object: string;
  readonly stored: string;
  readonly input: string;
  readonly list: string;
  /** The object inside a stored one, where it looks different then. */
  readonly nested: string;
  /** The response and the request body that have one object. */
  readonly response: string;
  readonly request: string;
  /** The parameter that selects objects. */
  readonly fieldSelector: string;
}

/** Names of models and of named types. */
export interface NamesOfProject {
  ofModel(model: Model): DocumentNames;
  ofType(name: string): string;
}

/** What every document has, whatever the plugin. */
export interface SharedNames {
  readonly schemas: readonly string[];
  readonly responses: readonly string[];
}

/**
 * Names for one document. Where a plugin has a kind in several API versions each gets its version behind its name, so that none
 * is the one that clients made before it came took for granted. No other model and no type changes a name: two of one name are reported.
 */
export function documentNames(
  project: Pick<ProjectModel, "models" | "types" | "endpoints">,
  shared: SharedNames,
): NamesOfProject {
  const isAlone = aloneOfKind(project.models);
  const inCode = typeNames(project);
  return {
    ofModel: (model) => namesOfModel(model, isAlone(model) ? "" : pascalCase(model.version), shared),
    ofType: (name) => besides(inCode.get(name) ?? name, shared.schemas),
  };
}

function namesOfModel(model: Model, version: string, { schemas, responses }: SharedNames): DocumentNames {
  // `Object` would give a schema the name of one that all models share: `StoredObject`.
  const derived = schemas
    .filter((name) => /^Stored|(?:Input|List)$/.test(name))
    .map((name) => name.replace(/^Stored|(?:Input|List)$/, ""));
  const kind = besides(`${model.kind}${version}`, [...schemas, ...derived]);
  return {
    kind,
    collection: `${pascalCase(model.plural)}${version}`,
    tag: kind,
    object: kind,
    stored: `Stored${kind}`,
    input: `${kind}Input`,
    list: `${kind}List`,
    nested: `NestedStored${kind}`,
    response: besides(kind, responses),
    request: `${kind}Request`,
    fieldSelector: `${kind}FieldSelector`,
  };
}

/** A name that differs from those that every document has. */
function besides(name: string, taken: readonly string[]): string {
  return uniqueNames([name], taken)[0] ?? name;
}
