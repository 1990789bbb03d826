/** Something wrong with a manifest. */
export interface ManifestProblem {
  /** `<file>:<line>:<column>`; a file alone if it cannot be read. */
  readonly place: string;
  readonly message: string;
}

/**
 * Manifests that cannot be loaded, with every problem that was found. It has no stack: the places are those of the message, and a stack would
 * repeat them in the log.
 */
export class ManifestError extends Error {
  override readonly name = "ManifestError";
  readonly problems: readonly ManifestProblem[];

  constructor(problems: readonly ManifestProblem[], options?: ErrorOptions) {
    super(problems.map(({ place, message }) => `${place}: ${message}`).join("\n"), options);
    this.problems = problems;
    delete this.stack;
  }
}
