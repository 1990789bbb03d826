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
