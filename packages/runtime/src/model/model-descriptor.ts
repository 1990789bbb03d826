import type { AnyIndexes, ModelCheckContext, ObjectMeta, Violation } from "@cmgen/model";
import type { IndexValueType } from "@cmgen/store";
import type { HiddenField } from "../document/field-path.js";
import type { ModelDefaults } from "./defaults.js";
import type { FilledFields } from "./filled-fields.js";
import type { ModelStep } from "./declared-steps.js";
import type { ImmutableFields } from "./immutable-fields.js";
import type { ReferencePath } from "./reference-path.js";

/** The envelope of every object. */
export interface ExtensionObject {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec?: unknown;
  status?: unknown;
}

interface IndexDescriptorBase {
  readonly name: string;
  readonly order: "ASC" | "DESC";
  readonly unique: boolean;
  readonly type: IndexValueType;
  /** Whether it holds texts with their case folded, and is asked for them so: `Ann` is `ann`. Absent where case counts. */
  readonly ci?: true;
  /** Whether it holds the words of texts, of which `extract` returns one or several. */
  readonly search?: true;
  /** Changes when the values of the index would change. Then the index is built again. */
  readonly fingerprint: string;
  /** All texts that it can hold; absent where there may be others. */
  readonly values?: readonly string[];
  /** Whether a function of the author's makes its values, of any fields: its name says nothing about which. */
  readonly isComputed?: boolean;
}

export interface SingleIndexDescriptor<T> extends IndexDescriptorBase {
  readonly multi: false;
  /** Key column in the model's table. */
  readonly column: string;
  /** Of an index of several fields: the indexes of those fields, in order. It is not selected by itself. */
  readonly members?: readonly string[];
  /** Whether each object has a value of each member. */
  readonly isComplete?: boolean;
  extract(object: T): unknown;
}

export interface MultiIndexDescriptor<T> extends IndexDescriptorBase {
  readonly multi: true;
  /** Table of the index's values: `object_id`, `value`. */
  readonly table: string;
  extract(object: T): Iterable<unknown> | null | undefined;
}

/**
 * `extract` is a method, so that descriptors of different models can be in one list. The store and the server pass each model only its own
 * objects.
 */
export type IndexDescriptor<T> = SingleIndexDescriptor<T> | MultiIndexDescriptor<T>;

/** A field by which objects of a model refer to objects of another model, or of the same, by name. */
export interface ReferenceDescriptor {
  /** The index that has its values. */
  readonly index: string;
  readonly path: ReferencePath;
  readonly target: { readonly apiVersion: string; readonly kind: string };
  /** What happens to it when the object is deleted. `none`: the object need not exist. */
  readonly onDelete: "restrict" | "cascade" | "clear" | "none";
  /** How it is cleared: removed from its list or object, or set to `null`. */
  readonly clearedTo?: "nothing" | "null";
}

/** The functions between one version of a kind and the one that its objects are stored as; each gets and returns `spec` and `status`. */
export interface Conversion {
  from(old: unknown, stored: unknown): unknown;
  to(object: unknown): unknown;
}

/** The indexes that a descriptor names: any, where it is of an earlier release of the generator or nothing is known of it. */
export type KnownIndexes<Indexes> = unknown extends Indexes ? AnyIndexes : Indexes;

/** What the check of a model gets. The compiler has compared the paths with the declaration's type, which is the author's own. */
export interface DescribedCheckContext<T> extends Omit<ModelCheckContext<T>, "refuse"> {
  refuse(this: void, path: string, message: string): void;
}

/** What is kept of former versions of a model's objects. */
export interface HistoryDescriptor {
  /** How long a version is kept after the next one took its place: a duration. */
  readonly keep: string;
  /** The number of versions of an object, at most. */
  readonly versions?: number;
}

/** A model for the runtime: plain data and generated functions. */
export interface ModelDescriptor<T extends ExtensionObject = ExtensionObject, Indexes = unknown, References = unknown> {
  /** Never there: these only carry the types of the indexes, and of what the references lead to. */
  readonly indexTypes?: Indexes;
  readonly referenceTypes?: References;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly singular: string;
  /** Table of the objects: `id`, `name`, `version`, `created_at`, `deleted_at`, `data`, and a column for each single-valued index. */
  readonly table: string;
  /** Table of the labels: `object_id`, `key`, `value`. */
  readonly labelTable: string;
  readonly indexes: readonly IndexDescriptor<T>[];
  /** Refuses what the schema cannot say; absent if there is none. A method, so that the descriptor of one model is one of any. */
  check?(context: DescribedCheckContext<T>): void | undefined;
  /** The references that objects hold; absent if there are none. */
  readonly references?: readonly ReferenceDescriptor[];
  /** How objects that earlier releases stored become objects of this model, the oldest step first; absent if there are none. */
  readonly evolve?: readonly ModelStep[];
  /** What objects have by their defaults, also those that were stored before these were declared; absent if there are none. */
  readonly defaults?: ModelDefaults;
  /** The fields that need not be sent and must be there when an object is stored, because hooks fill them in; absent if there are none. */
  readonly filled?: FilledFields;
  /** The fields that may not change after creation; absent if there are none. */
  readonly immutable?: ImmutableFields;
  /** The fields that callers write and are never answered; absent if there are none. */
  readonly secrets?: readonly HiddenField[];
  /** Whether `metadata.lastChangedBy` names the caller that made the last change. Default `false`. */
  readonly lastChangedBy?: boolean;
  /** What is kept of former versions of objects; absent where nothing is. */
  readonly history?: HistoryDescriptor;
  /** Whether objects have a `status`, and with it the subresource `/{name}/status`. Default `true`. */
  readonly hasStatus?: boolean;
  /** Whether only `/{name}/status` can write `status`. */
  readonly statusSubresource: boolean;
  /**
   * Every violation of the model's schema; none for a valid object. Writes defaults into `value`. `metadata` is not looked at:
   * its rules are the naming rules of `@cmgen/model`.
   */
  readonly validate: (value: unknown) => readonly Violation[];
  /** The version that objects are stored as; absent in that version itself, and if there is only one. */
  readonly storage?: ModelDescriptor;
  /**
   * In the version that objects are stored as: all other versions, each with its conversion, or with `null` if it has the same form. Absent if
   * there are none.
   */
  readonly conversions?: ReadonlyMap<string, Conversion | null>;
  /** `false` for a version without routes. */
  readonly served?: false;
  /** `true` if the kind is for the plugin's own code alone: no version of it is served, and callers cannot have its objects included. */
  readonly internal?: true;
  /** What to use instead of this version. Each answer has it in a `Warning` header. */
  readonly deprecated?: string;
}
