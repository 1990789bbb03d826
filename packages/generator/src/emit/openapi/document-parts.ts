import { createHash } from "node:crypto";

import type { Model, ProjectModel } from "../../model/model.js";
import type { ProjectKeys } from "../model-keys.js";
import type { Pieces } from "../pieces.js";
import type { SchemaContext } from "../schema/schema-of.js";
import type { NamesOfProject } from "../../render/document-names.js";

/** What all parts of a document are written from. */
export interface DocumentParts {
  readonly project: ProjectModel;
  readonly names: NamesOfProject;
  readonly context: SchemaContext;
  /** The models whose objects stand inside other objects. */
  readonly nested: ReadonlySet<Model>;
  readonly reuse: Reuse;
}

/** What is taken over from the last run, and what models and types depend on; without keys all is made. */
export interface Reuse {
  readonly keys?: ProjectKeys | undefined;
  readonly pieces: Pieces;
}

/** The key of a text of a document. */
export function reusedKey(
  key: string | undefined,
  { unusual }: NamesOfProject,
  ...more: readonly unknown[]
): string | undefined {
  if (key === undefined) return undefined;
  return createHash("sha256")
    .update(JSON.stringify([key, unusual, ...more]))
    .digest("base64url");
}
