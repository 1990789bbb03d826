/** What is wrong with what an index makes of an object. */
export interface IndexProblem {
  /** Name of the index. */
  readonly index: string;
  /** Says what is wrong of the index, as the end of a sentence about it. */
  readonly message: string;
  /** What the index's function threw. */
  readonly cause?: unknown;
}

/** An object that cannot be indexed: some of its index values are not what their index holds, or an index function threw. */
export class IndexValueError extends Error {
  override readonly name = "IndexValueError";
  readonly problems: readonly IndexProblem[];

  constructor(problems: readonly IndexProblem[]) {
    super(problems.map(({ index, message }) => `index ${index} ${message}`).join("; "));
    this.problems = problems;
  }
}
