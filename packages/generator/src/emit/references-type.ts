import type { Model } from "../model/model.js";
import { modelNames } from "../render/model-names.js";
import { importPath } from "../paths/module-path.js";
import { stringLiteral } from "../render/text.js";
import type { TypeIndex } from "../schema/type-index.js";

/** Where the type of a model's references is written. */
interface Place {
  readonly index: TypeIndex;
  /** The module, relative to the root as the modules of types are. */
  readonly path: string;
  /** Whether the module imports the types of a model that is referred to. */
  isImported(target: Model): boolean;
}

/** What each reference of a model leads to, by its name; undefined where there are none. */
export function referencesType({ references = [] }: Model, { index, path, isImported }: Place): string | undefined {
  if (references.length === 0) return undefined;
  const members = references.map(({ index: name, apiVersion, kind }) => {
    const target = index.model({ apiVersion, name: kind });
    const { stored, folder } = modelNames(target);
    const elsewhere = `import(${stringLiteral(importPath(path, `${folder}/types.ts`))}).${stored}`;
    return `${stringLiteral(name)}: ${isImported(target) ? stored : elsewhere}`;
  });
  return `{ ${members.join("; ")} }`;
}
