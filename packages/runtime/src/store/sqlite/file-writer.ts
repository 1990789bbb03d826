import type { WriteJob } from "../write-job.js";
import { CommitPace, type QuickCommit } from "./commit-pace.js";
import type { SqliteWriter } from "./inline-writer.js";
import { isBusy, openLoneWriter, type SqliteDatabase } from "./open-database.js";
import { batchRunner, type BatchRunner, type SettledWrite } from "./write-batch.js";
import { WriterThread } from "./writer-thread.js";

/** A larger object takes long whatever the disk does. */
const SMALL_BYTES = 65_536;

/** Writes on end that may be done here: checkpoints, which take long, are the thread's, and come with its commits. */
const MOST_ON_END = 200;

/**
 * Writes to a database in a file, on a thread of its own: a commit waits for the disk, and the thread that serves is not to wait with it.
 * Only a write that is alone, while nobody else is served, on a disk that answers faster than a thread can be asked twice, is done where it
 * is.
 */
export class FileWriter implements SqliteWriter {
  readonly #thread: WriterThread;
  readonly #file: string;
  readonly #pace: CommitPace;
  #here: { readonly database: SqliteDatabase; readonly run: BatchRunner } | undefined;
  #onEnd = 0;

  constructor(file: string, quick: QuickCommit) {
    this.#file = file;
    this.#pace = new CommitPace(quick);
    this.#thread = new WriterThread({ file });
  }

  async run(jobs: readonly WriteJob[], quiet: boolean): Promise<readonly SettledWrite[]> {
    const here = quiet && this.#isQuick(jobs) ? this.#runHere(jobs) : undefined;
    if (here !== undefined) return here;
    this.#onEnd = 0;
    const { settled, milliseconds } = await this.#thread.run(jobs);
    if (jobs.length === 1) this.#learn(settled, milliseconds);
    return settled;
  }

  async close(): Promise<void> {
    try {
      await this.#thread.close();
    } finally {
      this.#here?.database.close();
    }
  }

  /** What was refused has waited for no disk. */
  #learn([only]: readonly SettledWrite[], milliseconds: number): void {
    if (only !== undefined && "outcome" in only && only.outcome.refused === undefined) this.#pace.add(milliseconds);
  }

  #isQuick([only, ...others]: readonly WriteJob[]): boolean {
    if (only === undefined || others.length > 0 || this.#onEnd >= MOST_ON_END) return false;
    return this.#pace.isQuick && (only.write === "remove" ? only.last : only.record.data).length < SMALL_BYTES;
  }

  /** None where another process is writing: nothing is done then, and the thread can wait for it. */
  #runHere(jobs: readonly WriteJob[]): readonly SettledWrite[] | undefined {
    const { run } = (this.#here ??= openHere(this.#file));
    this.#onEnd += 1;
    const start = performance.now();
    try {
      const settled = run(jobs);
      this.#learn(settled, performance.now() - start);
      return settled;
    } catch (error) {
      if (!isBusy(error)) throw error;
      return undefined;
    }
  }
}

function openHere(file: string): { readonly database: SqliteDatabase; readonly run: BatchRunner } {
  const database = openLoneWriter(file);
  return { database, run: batchRunner(database) };
}
