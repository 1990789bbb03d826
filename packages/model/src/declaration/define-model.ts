import type { Duration } from "../text/duration.js";
import type { AnyExtension } from "../envelope/extension.js";
import type { ColumnPath } from "./column-path.js";
import type { EvolveSteps } from "./evolve-step.js";
import type { ConvertDeclaration, OtherVersions } from "./conversions.js";
import type { Index } from "./index-declaration.js";
import type { ModelCheckContext } from "./model-check.js";

/** What is kept of former versions of a model's objects. */
export interface HistoryDeclaration {
  /** How long a version is kept after the next one took its place, and the last version of an object after its deletion: `"90d"`. */
  readonly keep: Duration;
  /** The number of versions of an object that are kept, at most. Default: any. */
  readonly versions?: number;
}

/** The attributes of a resource type (spec 2.1) and what the service is to know of it besides its schema. */
export interface ModelDeclaration<T extends AnyExtension> {
  /** Default: the group of the config's `api`. */
  readonly group?: string;
  /** Default: the version of the config's `api`. */
  readonly version?: string;
  /** Default: the name of the model's type. */
  readonly kind?: string;
  /** A segment of URLs. Default: the plural of the kind in lowercase, by the rules of English. */
  readonly plural?: string;
  /** Default: the kind in lowercase. */
  readonly singular?: string;
  readonly indexes?: readonly Index<T>[];
  /**
   * The fields that lists of objects show, in order, as dotted paths: `["spec.title", "spec.state"]`. For people who look at objects: the console,
   * and the tables of `cmgen get` and `cmgen export`. Default: fields with an index.
   */
  readonly columns?: readonly ColumnPath<T>[];
  /**
   * Refuses what a schema cannot say, such as a field that depends on another. Runs on every write after the schema, and on stored objects when
   * they are examined, so it must depend on its argument alone and return nothing, no promise either. What takes more is a hook. A method, so
   * that the check of one model is one of any.
   */
  check?(context: ModelCheckContext<T>): void | undefined;
  /** How objects that earlier releases stored become objects of this type, the oldest step first. */
  readonly evolve?: EvolveSteps<T>;
  /**
   * Where a type for `status` is declared, only `/{name}/status` writes it: the main endpoint refuses another one than is stored. With `false` the
   * main endpoint writes it.
   */
  readonly statusSubresource?: false;
  /** With `true`, `metadata.lastChangedBy` names the caller that made the last stored change. */
  readonly lastChangedBy?: boolean;
  /** What is kept of former versions of objects. Default: nothing. */
  readonly history?: HistoryDeclaration;
  /** Of several versions of a kind, objects are stored as the one that says `true`. A kind with one version needs none. */
  readonly storage?: boolean;
  /** With `false` there are no routes for this version; objects that are stored as it are converted all the same. Default `true`. */
  readonly served?: boolean;
  /**
   * With `true` the kind has no routes and no client, and is not in `openapi.json`: only the plugin's own code and manifests read and write its
   * objects. All versions of a kind say the same. Default `false`.
   */
  readonly internal?: boolean;
  /** What to use instead, as a line of ASCII text. Every answer of this version has it in its `Warning` header. */
  readonly deprecated?: string;
  /** See {@link defineModel}: its type follows from the types of the other versions. */
  readonly convert?: unknown;
}

/**
 * Declares a model. The type argument is the schema: `cmgen generate` reads it from the source, so the call must name it
 * (`defineModel<Person>()`) and must be the module's default export. Of several versions of a kind, the one that objects are stored as names
 * the types of those that look different (`defineModel<Person, { v1alpha1: PersonV1alpha1 }>`), and has conversions from and to each.
 */
export function defineModel<T extends AnyExtension, Others extends OtherVersions = never>(
  declaration?: ModelDeclaration<NoInfer<T>> & ConvertDeclaration<T, Others>,
): ModelDeclaration<T>;
export function defineModel<T extends AnyExtension>(declaration: ModelDeclaration<T> = {}): ModelDeclaration<T> {
  return Object.freeze(declaration);
}
