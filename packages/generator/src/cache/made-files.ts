import type { GeneratedFile } from "../emit/emitter.js";
import type { LastPieces } from "../emit/pieces.js";
import type { Manifest } from "../output/manifest.js";
import type { FileHashes } from "./file-hashes.js";

/** A file as it was emitted, and as it was written after that: hashes of both. */
export interface MadeFile {
  readonly emitted: string;
  readonly written: string;
  readonly pieces?: PlacedPieces;
}

/** Where the pieces of a file are in its text. */
export interface PlacedPieces {
  /** Length of the text. */
  readonly length: number;
  readonly places: readonly (readonly [key: string, start: number, end: number])[];
}

/** Finds the pieces of a file in its text. */
export function placedPieces({ contents, pieces = [] }: GeneratedFile): PlacedPieces | undefined {
  if (pieces.length === 0) return undefined;
  let from = 0;
  const places = pieces.flatMap(({ key, text }) => {
    const start = contents.indexOf(text, from);
    if (start === -1) return [];
    from = start + text.length;
    return [[key, start, from] as const];
  });
  return { length: contents.length, places };
}

/** What earlier runs made of what: plain data, so that a later run need not make it again. */
export interface MadeFiles {
  /** Paths of the own files of models, by what these were made from; see {@link modelKeys}. */
  readonly models: ReadonlyMap<string, readonly string[]>;
  /** By path. */
  readonly files: ReadonlyMap<string, MadeFile>;
}

export const nothingMade: MadeFiles = { models: new Map(), files: new Map() };

/** Tells which files are still as they were written. What was edited since, or is gone, is made again. */
export class IntactFiles {
  readonly #made: MadeFiles;
  readonly #hashes: FileHashes;
  readonly #intact = new Map<string, boolean>();

  constructor(made: MadeFiles, hashes: FileHashes) {
    this.#made = made;
    this.#hashes = hashes;
  }

  /** Paths of a model's own files if they were made from just that and all are intact. */
  ofModel(key: string): readonly string[] | undefined {
    const paths = this.#made.models.get(key);
    return paths?.every((path) => this.#isIntact(path)) === true ? paths : undefined;
  }

  /** Whether a file was written when the same text was emitted, and is intact. */
  isWritten(path: string, emitted: string): boolean {
    return this.#made.files.get(path)?.emitted === emitted && this.#isIntact(path);
  }

  /** The pieces of a file of which the text is still the one that was emitted. */
  lastPieces(path: string): LastPieces | undefined {
    const { pieces, written = "", emitted } = this.#made.files.get(path) ?? {};
    const text = pieces === undefined || written !== emitted ? undefined : this.#hashes.text(path, written);
    // With other line endings the pieces stand elsewhere.
    if (text?.length !== pieces?.length || pieces === undefined) return undefined;
    const places = new Map(pieces.places.map(([key, ...place]) => [key, place]));
    return (key) => {
      const place = places.get(key);
      return place && text?.slice(...place);
    };
  }

  /** What is known of intact files. */
  known(paths: Iterable<string>): ReadonlyMap<string, MadeFile> {
    return new Map(
      [...paths].flatMap((path) => {
        const file = this.#made.files.get(path);
        return file === undefined ? [] : [[path, file] as const];
      }),
    );
  }

  #isIntact(path: string): boolean {
    const known = this.#intact.get(path);
    if (known !== undefined) return known;
    const hash = this.#hashes.of(path);
    const isIntact = hash !== undefined && hash === this.#made.files.get(path)?.written;
    this.#intact.set(path, isIntact);
    return isIntact;
  }
}

/** Hashes of written texts by path, as a manifest has them. */
export function writtenHashes(files: ReadonlyMap<string, MadeFile>): Manifest {
  return new Map([...files].map(([path, { written }]) => [path, written]));
}
