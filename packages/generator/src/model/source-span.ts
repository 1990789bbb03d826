/** A place in a source file. Lines and columns count from 1, columns in UTF-16 units, as editors show them. */
export interface SourcePosition {
  readonly line: number;
  readonly column: number;
}

/** A stretch of source, plain data so that a Model can be written as JSON. */
export interface SourceSpan {
  /** Path relative to the plugin's root, with `/`; files outside of it start with `../`. */
  readonly file: string;
  readonly start: SourcePosition;
  /** Exclusive. */
  readonly end: SourcePosition;
}

/** The file and the line that a span starts on, as messages have it. */
export function fileAndLine({ file, start }: SourceSpan): string {
  return `${file}:${start.line}`;
}

/** Whether a span's file is another package's and not the plugin's own: tags there were written for other tools as well. */
export function isOfPackage({ file }: Pick<SourceSpan, "file">): boolean {
  // Links to packages are followed, so those of a workspace lie outside of the plugin. On another drive a path stays absolute.
  return /^(?:\.\.\/|\/|[A-Za-z]:)/.test(file) || file.split("/").includes("node_modules");
}
