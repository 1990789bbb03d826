export type { Integer, Int64, Timestamp } from "./envelope/scalars.js";
export type { Extension, Input, ObjectMeta, ObjectMetaInput, Stored, StoredObjectMeta } from "./envelope/extension.js";
export { apiVersionOf, collectionPath, type GroupVersionKind } from "./envelope/group-version-kind.js";
export { defineModel, type ModelDeclaration, type Rule } from "./declaration/define-model.js";
export {
  index,
  multiIndex,
  type Index,
  type IndexFunction,
  type IndexOptions,
  type IndexOrder,
  type MultiIndexFunction,
} from "./declaration/index-declaration.js";
export type { ScalarListPath, ScalarPath } from "./declaration/scalar-path.js";
