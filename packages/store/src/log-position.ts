/**
 * A place in the change log: a revision, and the mark of its change. After a failover or a restore a database may give a revision a second time;
 * its mark, which is random, is then another. `null` before the first change, and for changes that a release without marks logged.
 */
export interface LogPosition {
  readonly revision: number;
  readonly mark: number | null;
}

/**
 * Whether a database still has the past that led to a position: `lost` where it has gone another way since, `trimmed` where the change of the
 * position is no longer kept, so that nobody can tell.
 */
export type Past = "kept" | "lost" | "trimmed";

/** What a database knows of a position. */
export interface PastRow {
  readonly newest: number;
  readonly newest_mark: number | null;
  /** The position's revision, if the log has its change. */
  readonly found: number | null;
  readonly mark: number | null;
}

export function pastOf({ revision, mark }: LogPosition, row: PastRow | undefined): Past {
  if (row === undefined || revision > row.newest) return "lost";
  // Every past begins there.
  if (revision === 0) return "kept";
  // A change without a mark cannot be told from another.
  if (row.found !== null) return row.mark === null || row.mark === mark ? "kept" : "lost";
  if (revision < row.newest) return "trimmed";
  return row.newest_mark === mark ? "kept" : "lost";
}

/** A position as one text: the revision and, behind a dot, the mark if there is one. */
export function printPosition({ revision, mark }: LogPosition): string {
  return mark === null ? String(revision) : `${revision}.${mark}`;
}

const POSITION = /^(?<revision>\d{1,15})(?:\.(?<mark>\d{0,10}))?$/;

/** The position that {@link printPosition} printed; undefined for another text. */
export function parsePosition(text: string): LogPosition | undefined {
  const { revision, mark = "" } = POSITION.exec(text)?.groups ?? {};
  return revision === undefined ? undefined : { revision: Number(revision), mark: mark === "" ? null : Number(mark) };
}

/** The position that a database printed. */
export function readPosition(text: string): LogPosition {
  const position = parsePosition(text);
  if (position === undefined) throw new Error(`The change log's position is ${text}`);
  return position;
}
