/** Emitted text that is not TypeScript. */
export class FormatError extends Error {
  override readonly name = "FormatError";
  /** The file, relative to the plugin's root. */
  readonly path: string;
  /** What is wrong with its text. */
  readonly problem: string;

  constructor(path: string, problem: string) {
    super(`Emitted text of ${path} is not TypeScript: ${problem}`);
    this.path = path;
    this.problem = problem;
  }
}
