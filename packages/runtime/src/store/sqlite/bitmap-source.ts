import type { BoundList } from "../lists/bound-list.js";
import { sqliteDialect } from "../sql/dialect.js";
import type { PlacedFilter } from "../sql/filter-condition.js";
import { changedObjectsShape, countRowsShape, idsShape, memberShape, type ChangedInput } from "../sql/member-shapes.js";
import { Bitmap } from "./bitmap.js";
import type { SqliteDatabase } from "./open-database.js";
import { prepare, type Prepared } from "./prepared.js";

/** Changes up to which a bitmap is brought up to date; after more it is made anew. */
const MOST_CHANGES = 20_000;

/** The ids of what a filter matches. */
export interface FilterBitmap {
  readonly bitmap: Bitmap;
  /** The revision it is of. */
  revision: number;
}

/** A filter of a list, and the revision of the snapshot that is being read. */
export interface BitmapRequest {
  readonly list: BoundList;
  /** One that says what objects are, not what they are not. */
  readonly filter: PlacedFilter;
  readonly revision: number;
}

interface ChangedObject {
  readonly id: number;
  readonly group: string;
  readonly plural: string;
}

/** Reads bitmaps from a database. */
export class BitmapSource {
  readonly #database: SqliteDatabase;
  readonly #changed: Prepared<ChangedInput>;

  constructor(database: SqliteDatabase) {
    this.#database = database;
    this.#changed = prepare(database, changedObjectsShape(sqliteDialect));
  }

  make({ list, filter, revision }: BitmapRequest): FilterBitmap {
    const shape = idsShape(list.statement, filter);
    const ids = this.#database.prepare(shape.sql).pluck().all(shape.bind(list.input)) as number[];
    const bitmap = new Bitmap(ids.at(-1));
    for (const id of ids) bitmap.add(id);
    return { bitmap, revision };
  }

  /** Brings a bitmap up to date. False, and nothing is done, if the changes are too many, or no longer in the log. */
  update(known: FilterBitmap, { list, filter, revision }: BitmapRequest): boolean {
    const count = revision - known.revision;
    if (count === 0) return true;
    if (count < 0 || count > MOST_CHANGES) return false;
    const changes = this.#changed.all({ after: known.revision, until: revision }) as ChangedObject[];
    if (changes.length !== count) return false;
    const { group, plural } = list.tables;
    const own = changes.filter((change) => change.group === group && change.plural === plural);
    const member = prepare(this.#database, memberShape(list.statement, filter));
    for (const id of new Set(own.map((change) => change.id))) {
      if (member.get({ ...list.input, id }) === undefined) known.bitmap.delete(id);
      else known.bitmap.add(id);
    }
    known.revision = revision;
    return true;
  }

  countAll({ statement, input }: BoundList): number {
    return (prepare(this.#database, countRowsShape(statement)).get(input) as { total: number }).total;
  }
}
