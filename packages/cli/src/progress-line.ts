/** As far as a stream of a terminal matters here. */
export interface LineStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** A line below everything else that is written to a terminal. */
export interface ProgressLine {
  /** Shows a line in place of the last one; `""` removes it. */
  show(line: string): void;
  /** Removes the line while a text is written, and shows it again below that, once the text has ended its own last line. */
  above(text: string, write: (text: string) => void): void;
}

/** The line of a terminal; undefined where nobody looks at one that comes and goes: without a terminal, and in CI. */
export function progressLine(stream: LineStream, env: NodeJS.ProcessEnv): ProgressLine | undefined {
  const isWatched = stream.isTTY === true && (env["CI"] ?? "") === "" && env["TERM"] !== "dumb";
  if (!isWatched) return undefined;
  let wanted = "";
  let shown = "";
  let isLineOpen = false;
  const draw = (line: string): void => {
    if (line !== shown) stream.write(`\r\u001b[2K${line}`);
    shown = line;
  };
  const redraw = (): void => {
    if (!isLineOpen) draw(wanted);
  };
  return {
    show: (line) => {
      // A line that wraps could not be removed. Some terminals report 0 columns.
      wanted = line.slice(0, Math.max((stream.columns || 80) - 1, 0));
      redraw();
    },
    above: (text, write) => {
      draw("");
      write(text);
      if (text !== "") isLineOpen = !text.endsWith("\n");
      redraw();
    },
  };
}
