import { type DatabaseSnapshot, revisions } from "@cmgen/store/inspect";
import type { Finding } from "./finding.js";

export interface LogExamination {
  readonly findings: readonly Finding[];
  /** Whether every change that ever was is in the log: then every object must be. */
  readonly isWhole: boolean;
}

interface RevisionsRow {
  readonly counter: number | bigint | null;
  readonly oldest: number | bigint | null;
  readonly newest: number | bigint | null;
  readonly size: number | bigint;
}

/**
 * Holds the counter of revisions against the change log. The oldest changes are trimmed, one after another: from the oldest that is kept to
 * the counter each revision has its change.
 */
export async function examineLog(snapshot: DatabaseSnapshot): Promise<LogExamination> {
  const [row] = await snapshot.rows<RevisionsRow>(revisions());
  const counter = Number(row?.counter ?? 0);
  const size = Number(row?.size ?? 0);
  // Of an empty log, all that was there has been trimmed.
  const oldest = Number(row?.oldest ?? counter + 1);
  const newest = Number(row?.newest ?? counter);
  return { findings: examineRange({ counter, oldest, newest, size }), isWhole: oldest === 1 };
}

interface RevisionRange {
  readonly counter: number;
  readonly oldest: number;
  readonly newest: number;
  readonly size: number;
}

function examineRange({ counter, oldest, newest, size }: RevisionRange): readonly Finding[] {
  if (counter < newest) {
    const message = "The revision counter is behind the change log: revisions would be given twice.";
    return [{ code: "revision", message, stored: String(counter), expected: `at least ${newest}` }];
  }
  const due = counter - oldest + 1;
  if (size === due) return [];
  const message = `The change log lacks changes between the revisions ${oldest} and ${counter}: who watches would miss them.`;
  return [{ code: "revision", message, stored: `${size} changes`, expected: `${due} changes` }];
}
