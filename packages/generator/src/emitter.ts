/** What an emitter of a plugin's own is made with: the names, texts and imports of the built-in ones. */
export { defineEmitter, type EmitContext, type Emitter, type GeneratedFile } from "./emit/emitter.js";
export { type ModelNames, modelNames } from "./render/model-names.js";
export { importPath } from "./render/module-path.js";
export { typeText, type TypeTextContext } from "./emit/types/type-text.js";
export { uniqueNames } from "./render/unique-names.js";
export type { IndexModel, Model, ModelPart, ProjectModel, ReferenceModel } from "./model/model.js";
export { pascalCase, uncapitalized } from "./model/name-case.js";
export { resolved, type TypeLookup, typeLookup } from "./model/type-at-path.js";
export { constraintNames, type NamedType, type Property, type Type } from "./model/type.js";
export { headerOf } from "./render/header.js";
export { type ImportedNames, importStatement } from "./render/import-statement.js";
export { jsonExpression } from "./render/json-expression.js";
export { compileTemplate, type View } from "./render/render.js";
export { commentText, docComment, lineText, stringLiteral } from "./render/text.js";
