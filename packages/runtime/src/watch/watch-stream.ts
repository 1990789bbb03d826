import { Readable } from "node:stream";
import { ApiError } from "../error/api-error.js";
import { problemOf } from "../error/problem.js";
import type { Log } from "../log/log.js";
import { ConversionError } from "../version/conversion-error.js";
import type { VersionView } from "../version/version-view.js";
import type { Change, ChangeLimit } from "@cmgen/store";
import type { ChangeSource } from "./change-source.js";
import type { Receiver } from "./delivery.js";
import type { Selection } from "./match-selection.js";
import type { Round, WatchedSelection } from "./round.js";
import type { PrintEvent } from "./watch-events.js";

/** How long a watch may be silent before it gets a bookmark, which also detects dead connections. */
const BOOKMARK_MS = 30_000;

/** The interval at which a watch that is far behind is checked for catching up. */
const LAG_CHECK_MS = 30_000;

/** How much a watch takes at a time. A slow watch holds two or three of these. */
const PORTION: ChangeLimit = { changes: 100, bytes: 65_536 };

export interface WatchStreamOptions {
  readonly view: VersionView;
  readonly changes: ChangeSource;
  readonly log: Log;
  readonly selection: Selection;
  /** The revision to start after. */
  readonly revision: number;
  readonly print: PrintEvent;
}

/** The text of one watch. It begins with a bookmark. */
export class WatchStream extends Readable implements Receiver {
  readonly #options: WatchStreamOptions;
  /** Undefined if everything is selected. */
  readonly #selection: WatchedSelection | undefined;
  #position: number;
  /** Whether it can take more. */
  #isWaiting = false;
  #isReading = false;
  /** Changes read from the log, to be taken in the next round. */
  #older: readonly Change[] | undefined;
  #isEnded = false;
  #lastText = performance.now();
  #lastCheck = performance.now();
  /** How many revisions it was behind at the last check, if that was more than the changes in memory. */
  #lag = Infinity;

  constructor(options: WatchStreamOptions) {
    super({ highWaterMark: 1 });
    this.#options = options;
    this.#selection = watchedSelection(options);
    this.#position = options.revision;
    this.#bookmark();
  }

  get position(): number {
    return this.#position;
  }

  override _read(): void {
    const { changes } = this.#options;
    if (changes.stopped) {
      this.end();
    } else {
      this.#isWaiting = true;
      changes.delivery.add(this);
    }
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#isEnded = true;
    this.#options.changes.delivery.remove(this);
    done(error);
  }

  deliver(round: Round): void {
    if (this.#isReading || this.#position >= round.until) return;
    try {
      const changes = this.#older ?? this.#options.changes.recent(this.#position, PORTION);
      this.#older = undefined;
      if (changes === undefined) void this.#readLog();
      else this.#take(round, changes);
    } catch (error) {
      this.#fail(error);
    }
  }

  tick(now: number): void {
    if (now - this.#lastCheck >= LAG_CHECK_MS) this.#checkLag(now);
    if (this.#isWaiting && now - this.#lastText >= BOOKMARK_MS) this.#bookmark();
  }

  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#options.changes.delivery.remove(this);
    this.push(null);
  }

  /** Of changes that include one that cannot be shown, those before it are told first. */
  #take(round: Round, changes: readonly Change[]): void {
    try {
      this.#tell(round, changes);
    } catch (error) {
      if (!(error instanceof ConversionError) || changes.length === 1) throw error;
      for (const change of changes) this.#tell(round, [change]);
    }
  }

  #tell(round: Round, changes: readonly Change[]): void {
    const { print } = this.#options;
    const { model } = this.#options.view;
    const ours = changes.filter(({ group, plural }) => group === model.group && plural === model.plural);
    const types = this.#selection === undefined ? ours.map(({ type }) => type) : round.typesOf(this.#selection, ours);
    const text = round.print(print, ours, types);
    this.#position = changes.at(-1)?.revision ?? this.#position;
    if (text !== undefined) this.#send(text);
    else if (changes.length > 0 && this.#position < round.until) this.#options.changes.delivery.wake();
  }

  async #readLog(): Promise<void> {
    const { changes } = this.#options;
    this.#isReading = true;
    try {
      this.#older = await changes.read(this.#position, PORTION);
      if (this.#older.length > 0) changes.delivery.wake();
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#isReading = false;
    }
  }

  /** A watch that is slower than the changes never catches up, and each of its reads goes to the database. */
  #checkLag(now: number): void {
    const { since, newest } = this.#options.changes;
    const lag = newest - this.#position;
    this.#lastCheck = now;
    if (this.#position < since && lag > this.#lag) {
      this.#fail(
        new ApiError(
          "Expired",
          `This watch is ${lag} changes behind and falls further behind: list again and watch from there.`,
        ),
      );
    }
    this.#lag = this.#position < since ? lag : Infinity;
  }

  #fail(error: unknown): void {
    const { print, log, view } = this.#options;
    if (this.#isEnded) return;
    const cause = ApiError.from(error);
    if (cause.status >= 500) log.error({ plural: view.model.plural, err: cause.cause ?? cause }, "watch failed");
    const problem = error instanceof ConversionError ? unreadable(error) : cause;
    this.push(print({ type: "ERROR", problem: problemOf(problem) }));
    this.end();
  }

  #bookmark(): void {
    const { print, view } = this.#options;
    this.#send(print({ type: "BOOKMARK", revision: this.#position, model: view.model }));
  }

  #send(text: Buffer): void {
    this.#isWaiting = false;
    this.#options.changes.delivery.pause(this);
    this.#lastText = performance.now();
    this.push(text);
  }
}

/** Trying the same change again cannot help. A list can: the object may be gone, or stored again, since it was logged. */
function unreadable(error: ConversionError): ApiError {
  return new ApiError("Expired", `${error.message} List again and watch from there.`, { cause: error });
}

function watchedSelection({ view, selection }: WatchStreamOptions): WatchedSelection | undefined {
  const { fields, labels } = selection;
  if (fields.length === 0 && labels.length === 0) return undefined;
  const { group, plural, version } = view.model;
  const key = JSON.stringify([group, plural, version, selection], (_, value: unknown) =>
    typeof value === "bigint" ? `${value}n` : value,
  );
  return { view, selection, key };
}
