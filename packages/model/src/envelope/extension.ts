import type { Integer, Timestamp } from "./scalars.js";

/** The envelope's `metadata` (spec 2.2) as an author's code sees it. The service fills in what is optional here. */
export interface ObjectMeta {
  /** Unique identifier of the object within its resource. */
  name: string;
  /** Given by the service when the object is created; never changes, and is never given twice. */
  uid?: string;
  /** Set by the service when the object is created; never changes. */
  creationTimestamp?: Timestamp;
  /** Optimistic lock: 1 on create, or one more than the last where the name was deleted lately; one more on every stored change. */
  version?: Integer;
  /** Name of the caller that made the last stored change; where the model asks for it. */
  lastChangedBy?: string;
  /** Present once the object is declared as deleted; it stays readable until its finalizers are gone. */
  deletionTimestamp?: Timestamp;
  /** While any is left the object is not reclaimed. A set: no two are equal. */
  finalizers?: string[];
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
}

/** `metadata` of an object that has been stored: what the service fills in is there. */
export interface StoredObjectMeta extends ObjectMeta {
  uid: string;
  creationTimestamp: Timestamp;
  version: Integer;
}

/** `metadata` of an object on its way in: named by the caller, or by the service from a prefix. */
export interface ObjectMetaInput extends Omit<ObjectMeta, "name"> {
  name?: string;
  /** Prefix of a name the service completes with a random suffix, where `name` is absent. */
  generateName?: string;
}

/** What every object carries (spec 2.2). A model whose `spec` may be left out extends it and declares `spec?` itself. */
export interface Envelope {
  /** `<group>/<version>` of the declaration. */
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
}

/** The base a model extends (spec 2.1): the envelope and a `spec` that is required. A plugin declares `spec` and `status`, no more. */
export interface Extension<Spec = unknown, Status = unknown> extends Envelope {
  /** Desired state, declared by the user. */
  spec: Spec;
  /** Actual state, maintained by controllers. */
  status?: Status;
}

/** Anything that extends {@link Envelope} with a `spec`, a `status`, both or neither. */
export interface AnyExtension extends Envelope {
  spec?: unknown;
  status?: unknown;
}

/** Never there: they carry types. */
declare const storedAs: unique symbol;
declare const draftedAs: unique symbol;

/**
 * A generated type whose objects have more once they are stored than callers need to send: those parts, as they are then, and as they are
 * when hooks get them.
 */
export interface StoredAs<Parts, Drafts = Parts> {
  readonly [storedAs]?: Parts;
  readonly [draftedAs]?: Drafts;
}

/** What a type says of its stored objects; nothing, if it is no such type. */
type StoredParts<T> = T extends { readonly [storedAs]?: infer Parts extends object } ? Parts : {};
type DraftParts<T> = T extends { readonly [draftedAs]?: infer Parts extends object } ? Parts : {};

/** An object as the service answers it. The stored parts come first: of two types of a list, the first one says what its items are. */
export type Stored<T extends { metadata: ObjectMeta }> = StoredParts<T> &
  Omit<T, "metadata"> & { metadata: StoredObjectMeta };

/** An object that is about to be stored: it has its defaults, and what is `@filled` is there once a hook has filled it in. */
export type Draft<T extends { metadata: ObjectMeta }> = DraftParts<T> &
  Omit<T, "metadata"> & { metadata: StoredObjectMeta };

/** An object as a caller sends it: `apiVersion` and `kind` are known from the resource, the name may be generated. */
export type Input<T extends { apiVersion: string; kind: string; metadata: ObjectMeta }> = Omit<
  T,
  "apiVersion" | "kind" | "metadata"
> & { apiVersion?: T["apiVersion"]; kind?: T["kind"]; metadata: ObjectMetaInput };
