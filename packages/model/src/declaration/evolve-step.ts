import type { AnyExtension, StoredObjectMeta } from "../envelope/extension.js";

/** An object as an earlier release stored it, after the steps before. */
export interface OlderObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: StoredObjectMeta;
  // The shape of an earlier release is in no type of today's: the boundary at which the author says what it was.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly spec: any;
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly status: any;
}

/** What a step makes of an object: the parts that change. A part that it leaves out stays as it is; `undefined` removes it. */
export type EvolvedParts<T extends AnyExtension> = {
  readonly [Part in "spec" | ("status" & keyof T)]?: T[Part] | undefined;
};

/** One change of all stored objects of a model, made once in each database, before the release that declares it serves them. */
export interface EvolveStep<Parts> {
  /** Names the step for ever: lowercase letters, digits and `-`, at most 100. Unique in its model. */
  readonly id: string;
  /**
   * Returns the parts of an object that change. It must not look at anything but the object, and throws if it cannot change it: then no
   * object is changed.
   */
  readonly change: (object: OlderObject) => Parts;
}

/**
 * The steps of a model, the oldest first. The last one makes objects of today's type; those before it made objects of a type that is gone.
 */
export type EvolveSteps<T extends AnyExtension> =
  | readonly []
  | readonly [...EvolveStep<{ readonly spec?: unknown; readonly status?: unknown }>[], EvolveStep<EvolvedParts<T>>];
