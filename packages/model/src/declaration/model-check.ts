import type { ObjectPath } from "./object-path.js";

/** How a check refuses an object of the type `T`. */
export interface Refusing<T> {
  /**
   * Refuses the object: the caller gets the message of every refusal, with the path of the field that is wrong. It does not throw: what is behind
   * the call runs as well. A method, so that the check of one model is one of any; it needs no `this`.
   *
   * @param path of a field, as in `spec.until`, `spec.steps[0].title` or `spec.limits["a.b"]`; it need not be there.
   * @param message what is wrong, as a sentence that the caller reads.
   */
  refuse<const Path extends string>(this: void, path: ObjectPath<T, Path>, message: string): void;
}

/** What the `check` of a model gets. */
export interface ModelCheckContext<T> extends Refusing<T> {
  /** An object that keeps the schema. It must not be changed. */
  readonly object: T;
  /** What is stored; `undefined` when the object is created. */
  readonly old: T | undefined;
  readonly operation: "create" | "update";
}
