import type { ChangeType } from "../store.js";
import { changedObjectsShape, type ChangedInput } from "../sql/member-shapes.js";
import type { Shape } from "../sql/shape.js";
import type { BoundList } from "./bound-list.js";
import { boundStatement, withEffort } from "./bound-statement.js";
import { rowsOf, type Steps } from "./steps.js";

/** What is remembered is updated from up to this many changes. After more it is made again. */
const MOST_CHANGES = 20_000;

/** The effort of reading a change. */
const CHANGE_EFFORT = 5;

/** A change of an object of the list's resource. */
export interface ObjectChange {
  readonly id: number;
  readonly type: ChangeType;
}

interface ChangeRow extends ObjectChange {
  readonly group: string;
  readonly plural: string;
}

const shapes = new WeakMap<object, Shape<ChangedInput>>();

/** The changes from earlier revisions to that of a list's snapshot. Each range is read once. */
export class ChangesSince {
  /** The snapshot's revision. */
  readonly until: number;
  readonly #list: BoundList;
  readonly #read = new Map<number, readonly ObjectChange[] | undefined>();

  constructor(list: BoundList, until: number) {
    this.#list = list;
    this.until = until;
  }

  /** The changes after a revision; `undefined` if they are too many, partly trimmed, or the revision is after the snapshot's. */
  *after(revision: number): Steps<readonly ObjectChange[] | undefined> {
    if (this.#read.has(revision)) return this.#read.get(revision);
    const changes = yield* this.#changes(revision);
    this.#read.set(revision, changes);
    return changes;
  }

  *#changes(after: number): Steps<readonly ObjectChange[] | undefined> {
    const count = this.until - after;
    if (count === 0) return [];
    if (count < 0 || count > MOST_CHANGES) return undefined;
    const { context, tables } = this.#list;
    const shape = shapes.get(context.dialect) ?? changedObjectsShape(context.dialect);
    shapes.set(context.dialect, shape);
    const rows = yield* rowsOf<ChangeRow>(
      withEffort(boundStatement(shape, { after, until: this.until }), count * CHANGE_EFFORT),
    );
    // Each revision is one change: if one is missing, the log has been trimmed.
    if (rows.length !== count) return undefined;
    return rows.filter(({ group, plural }) => group === tables.group && plural === tables.plural);
  }
}
