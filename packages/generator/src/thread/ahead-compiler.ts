import { indexTypes } from "../emit/schema/type-index.js";
import { typeNames } from "../emit/type-names.js";
import type { Model, ProjectModel } from "../model/model.js";
import { linkTypes } from "../read/link/link-types.js";
import type { LinkedEntry } from "../read/link/type-names.js";
import type { ReadPart } from "../read/read-part.js";
import type { KnownFunctions } from "../validator/known-functions.js";
import { createStandaloneWriter } from "../validator/standalone.js";

/**
 * Compiles what models are checked with while others are still being read. What types are called may turn out otherwise once all are
 * read, so nothing that is compiled here is taken for what it was compiled for: {@link KnownFunctions} compares.
 */
export class AheadCompiler {
  readonly #functions: KnownFunctions;
  readonly #entries = new Map<string, LinkedEntry>();

  /** @param functions Gets what is compiled. */
  constructor(functions: KnownFunctions) {
    this.#functions = functions;
  }

  take({ models, types }: ReadPart): void {
    for (const entry of types) this.#entries.set(entry.id, entry);
    const project = this.#projectOf(models);
    const naming = { index: indexTypes(project), names: typeNames(project) };
    const writer = createStandaloneWriter(project, naming, this.#functions);
    for (const model of project.models) {
      try {
        writer.codeOf(model);
      } catch {
        // It refers to what has not been read yet, or it cannot be compiled: whoever wants its validator is told.
      }
    }
  }

  /** The models with the types they refer to, as if there were no others. */
  #projectOf(models: readonly Model[]): ProjectModel {
    const entries = [...this.#entries.values()];
    const linked = linkTypes({ models, endpoints: [], entries, typeNames: {}, report: () => {} });
    const logic = { hooks: [], controllers: [], schedules: [], endpoints: [] };
    return { name: "", version: "", models: linked.models, types: linked.types, ...logic, hasManifests: false };
  }
}
