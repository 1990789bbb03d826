/** What is wrong with an object's value in an index. */
export interface IndexProblem {
  /** Name of the index. */
  readonly index: string;
  /** What is wrong, as the end of a sentence about the index. */
  readonly message: string;
  /** What the index's function threw. */
  readonly cause?: unknown;
}

/** An object cannot be indexed: some index values are of the wrong type, or an index function threw. */
export class IndexValueError extends Error {
  override readonly name = "IndexValueError";
  readonly problems: readonly IndexProblem[];

  constructor(problems: readonly IndexProblem[]) {
    super(problems.map(({ index, message }) => `index ${index} ${message}`).join("; "));
    this.problems = problems;
  }
}
