import type { Model } from "../model/model.js";
import { pascalCase, uncapitalized } from "../model/name-case.js";
import { isReserved } from "./identifier.js";

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
  readonly defaults: string;
  readonly createRouter: string;
  readonly createClient: string;
  readonly client: string;
  readonly indexTypes: string;
  /** Name of an extractor's parameter. */
  readonly parameter: string;
}

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
    defaults: `${name}Defaults`,
    createRouter: `create${kind}Router`,
    createClient: `create${collection}Client`,
    client: `${collection}Client`,
    indexTypes: `${kind}Indexes`,
    // `own` is the function that reads names which every object inherits.
    parameter: isReserved(name) || name === "Object" || name === "own" ? "object" : name,
  };
}
