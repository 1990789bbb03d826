import { aloneOfKind } from "../../model/kind-versions.js";
import type { Model, ProjectModel } from "../../model/model.js";
import { pascalCase } from "../../model/name-case.js";
import { typeNames } from "../type-names.js";
import { uniqueNames } from "../../render/unique-names.js";
import { problemResponses } from "./problems.js";
import { sharedResponses } from "./shared-responses.js";
import { sharedSchemas } from "./shared-schemas.js";

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

const schemaNames = Object.keys(sharedSchemas({ hasNestedModels: true, hasEndpoints: true }));
const responseNames = Object.keys({ ...sharedResponses, ...problemResponses({ hasHooks: true, hasEndpoints: true }) });

/** Kinds that would give a schema the name of one that all models share, as `Object` would `StoredObject`. */
const takenKinds = schemaNames
  .filter((name) => /^Stored|(?:Input|List)$/.test(name))
  .map((name) => name.replace(/^Stored|(?:Input|List)$/, ""));

/**
 * Names for one document. Where a plugin has a kind in several API versions each gets its version behind its name, so that none
 * is the one that clients made before it came took for granted.
 */
export function documentNames(project: Pick<ProjectModel, "models" | "types" | "endpoints">): NamesOfProject {
  const { models } = project;
  const isAlone = aloneOfKind(models);
  const versioned = (model: Model, name: string): string =>
    isAlone(model) ? name : `${name}${pascalCase(model.version)}`;
  const kinds = uniqueNames(
    models.map((model) => versioned(model, model.kind)),
    takenKinds,
  );
  const objects = uniqueNames(kinds, schemaNames);
  const responses = uniqueNames(kinds, responseNames);
  const collections = uniqueNames(models.map((model) => versioned(model, pascalCase(model.plural))));
  const byModel = new Map(
    models.map((model, at) => {
      const kind = kinds[at] ?? model.kind;
      const [object = kind, response = kind, collection = model.plural] = [objects[at], responses[at], collections[at]];
      return [model, { ...namesFrom(kind), object, response, collection }];
    }),
  );
  const typesByName = namesOfTypes(project, [...byModel.values()]);
  return {
    ofModel: (model) => byModel.get(model) ?? namesFrom(model.kind),
    ofType: (name) => typesByName.get(name) ?? name,
  };
}

/** As in emitted code, unless the document has something else of that name. */
function namesOfTypes(
  project: Pick<ProjectModel, "models" | "types" | "endpoints">,
  models: readonly DocumentNames[],
): ReadonlyMap<string, string> {
  const inCode = typeNames(project);
  const taken = models.flatMap(({ object, stored, input, list }) => [object, stored, input, list]);
  const names = uniqueNames([...inCode.values()], [...taken, ...schemaNames]);
  return new Map([...inCode.keys()].map((name, at) => [name, names[at] ?? name]));
}

function namesFrom(kind: string): DocumentNames {
  return {
    kind,
    collection: `${kind}s`,
    tag: kind,
    object: kind,
    stored: `Stored${kind}`,
    input: `${kind}Input`,
    list: `${kind}List`,
    response: kind,
    request: `${kind}Request`,
    fieldSelector: `${kind}FieldSelector`,
  };
}
