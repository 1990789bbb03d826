import type { Model } from "../model/model.js";
import { pascalCase, uncapitalized } from "../model/name-case.js";

/** What generated code calls the things of one model, and where its files are. */
export interface ModelNames {
  /** `<v>/<s>`: folder of the model's files, relative to the folder of generated ones. */
  readonly folder: string;
  /** The object's type, as declared: the model's kind. */
  readonly object: string;
  readonly stored: string;
  readonly input: string;
  readonly list: string;
  readonly model: string;
  readonly validate: string;
  readonly createRouter: string;
  readonly createClient: string;
  readonly client: string;
  readonly indexTypes: string;
  /** Name of an extractor's parameter. */
  readonly parameter: string;
}

/** Words no parameter may be called in a module; `own` is the function that reads names which every object inherits. */
const reserved = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for " +
    "function if implements import in instanceof interface let new null package private protected public return static super switch " +
    "this throw true try typeof undefined var void while with yield Object own"
  ).split(" "),
);

export function modelNames({ version, kind, singular, plural }: Model): ModelNames {
  const name = uncapitalized(kind);
  const collection = pascalCase(plural);
  return {
    folder: `${version}/${singular}`,
    object: kind,
    stored: `Stored${kind}`,
    input: `${kind}Input`,
    list: `${kind}List`,
    model: `${name}Model`,
    validate: `validate${kind}`,
    createRouter: `create${kind}Router`,
    createClient: `create${collection}Client`,
    client: `${collection}Client`,
    indexTypes: `${kind}Indexes`,
    parameter: reserved.has(name) ? "object" : name,
  };
}
