/** Where lines are written, a terminal or not. */
export interface LineOutput {
  readonly isTTY?: boolean;
  /** Width of the terminal. */
  readonly columns?: number;
  write(text: string): unknown;
}

/** Takes a terminal's cursor to the start of its line, and clears the line. */
const CLEAR = "\r\u001b[K";

/** Least time between two drawings of a status, in milliseconds. */
const REDRAW_MS = 200;

/**
 * Lines of a log, and on a terminal a status below them that is drawn again in its place. Where the output is a file or a pipe there is no
 * status, and nothing that a terminal alone understands.
 */
export class StatusLine {
  readonly #output: LineOutput;
  #status = "";
  /** Short work is over before a status of it would be of use. */
  #drawnAt = performance.now();

  constructor(output: LineOutput) {
    this.#output = output;
  }

  /** Writes a line, which ends with a line break, above the status. */
  write(line: string): void {
    this.#output.write(this.#status === "" ? line : `${CLEAR}${line}${this.#status}`);
  }

  /** Shows a status in place of the last; an empty one ends it. */
  show(status: string): void {
    if (this.#output.isTTY !== true || (status === "" && this.#status === "")) return;
    const now = performance.now();
    if (status !== "" && now - this.#drawnAt < REDRAW_MS) return;
    // One that wraps could not be cleared.
    this.#status = status.slice(0, (this.#output.columns ?? 80) - 1);
    this.#drawnAt = now;
    this.#output.write(`${CLEAR}${this.#status}`);
  }
}
