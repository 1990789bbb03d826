import type { Model, ProjectModel } from "../../model/model.js";
import type { SchemaContext } from "../../schema/schema-of.js";
import type { NamesOfProject } from "../../render/document-names.js";

/** What all parts of a document are written from. */
export interface DocumentParts {
  readonly project: ProjectModel;
  readonly names: NamesOfProject;
  readonly context: SchemaContext;
  /** The models whose objects stand inside other objects. */
  readonly nested: ReadonlySet<Model>;
}
