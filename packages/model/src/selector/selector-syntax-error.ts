/** A selector that cannot be read. */
export class SelectorSyntaxError extends SyntaxError {
  override readonly name = "SelectorSyntaxError";
  /** The text that was being read. */
  readonly selector: string;
  /** Where in it reading stopped, counted from 1 in UTF-16 units; one past the end where something is missing there. */
  readonly column: number;

  constructor(message: string, selector: string, column: number) {
    super(message);
    this.selector = selector;
    this.column = column;
  }
}
