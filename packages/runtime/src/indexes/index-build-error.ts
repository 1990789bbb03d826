/** An index cannot be built, because an object's unique value is taken or cannot be indexed. */
export class IndexBuildError extends Error {
  override readonly name = "IndexBuildError";
  /** `<plural>.<group>` of the objects. */
  readonly resource: string;
  readonly index: string;
  /** Name of the object at which the build stopped. */
  readonly object: string;

  constructor({ resource, index, object, message, cause }: IndexBuildFailure) {
    const fix = "Fix the object with the previous release, or fix the index's declaration, and start again";
    super(
      `The index ${index} of ${resource} cannot be built: ${message}. ${fix}.`,
      cause === undefined ? {} : { cause },
    );
    this.resource = resource;
    this.index = index;
    this.object = object;
  }
}

export interface IndexBuildFailure {
  readonly resource: string;
  readonly index: string;
  readonly object: string;
  readonly message: string;
  readonly cause?: unknown;
}
