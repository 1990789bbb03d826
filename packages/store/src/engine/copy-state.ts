import type { CopyState } from "../copy-storage.js";
import type { IndexState } from "../index-storage.js";
import type { Fragment } from "../sql/sql.js";
import { moveStatement } from "./mark-statements.js";

/** How far a copy is, is kept beside the states of indexes, under a name that no table has. */
export const COPIES = "cmgen_copies";

/** The state that a row says. */
export function stateOfRow({ index, fingerprint, state, position }: IndexState): CopyState {
  return { copy: index, isEnded: state === "ready", line: Number(position), note: fingerprint };
}

function indexStateOf({ copy, isEnded, line, note }: CopyState): IndexState {
  return { index: copy, fingerprint: note, state: isEnded ? "ready" : "building", position: line };
}

/** Moves the state of a copy, or notes its first one. Returns a row if it was the one to be moved from. */
export function moveCopy(from: CopyState | undefined, to: CopyState): Fragment {
  const index =
    from === undefined ? { from: undefined, to: indexStateOf(to) } : { from: indexStateOf(from), to: indexStateOf(to) };
  return moveStatement(COPIES, { index });
}

/** Forgets a copy, in the same way. */
export function forgetCopy(from: CopyState): Fragment {
  return moveStatement(COPIES, { index: { from: indexStateOf(from), to: undefined } });
}
