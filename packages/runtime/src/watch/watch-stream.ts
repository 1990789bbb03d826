import type { Change, ChangeLimit, LogPosition } from "@cmgen/store";
import { ApiError } from "../error/api-error.js";
import { problemOf } from "../error/problem.js";
import type { Log } from "../log/log.js";
import { ConversionError } from "../version/conversion-error.js";
import type { ChangeSource } from "./change-source.js";
import type { Receiver } from "./delivery.js";
import type { Audience, Portion, Round } from "./round.js";

/** How long a watch may be silent before it gets a bookmark, which also detects dead connections. */
const BOOKMARK_MS = 30_000;

/** The interval at which a watch that is far behind is checked for catching up. */
const LAG_CHECK_MS = 30_000;

/** How much a watch takes at a time. A slow watch holds one of these, and what its connection buffers. */
const PORTION: ChangeLimit = { changes: 100, bytes: 65_536 };

/** Where the text of a watch goes. */
export interface WatchOutput {
  /** Returns whether more may be written now. If not, `onDrain` will be called, unless the connection ends first. */
  write(text: Buffer, onDrain: () => void): boolean;
  end(): void;
}

export interface WatchStreamOptions {
  readonly audience: Audience;
  readonly changes: ChangeSource;
  readonly log: Log;
  /** Where to start. */
  readonly position: LogPosition;
  /** Whether the caller may still see what it watches: asked every second. Absent where nobody decides that. */
  readonly isAllowed?: (() => boolean) | undefined;
  /** Whether it may stay behind for as long as the log has its changes. Default: a watch that falls further and further behind ends. */
  readonly isPatient?: boolean | undefined;
}

/** The text of one watch. It begins with a bookmark when it is started. */
export class WatchStream implements Receiver {
  readonly #options: WatchStreamOptions;
  #output: WatchOutput | undefined;
  #position: LogPosition;
  /** Whether its output can take more. */
  #isReady = true;
  #isReading = false;
  /** Changes read from the log, to be taken in the next round. */
  #older: readonly Change[] | undefined;
  #lastText = performance.now();
  #lastCheck = performance.now();
  /** How many revisions it was behind at the last check, if that was more than the changes in memory. */
  #lag = Infinity;

  constructor(options: WatchStreamOptions) {
    this.#options = options;
    this.#position = options.position;
  }

  get position(): number {
    return this.#position.revision;
  }

  start(output: WatchOutput): void {
    const { changes } = this.#options;
    this.#output = output;
    // The bookmark comes after that: it may fill the connection, which pauses the delivery.
    changes.delivery.add(this);
    this.#bookmark();
    if (changes.stopped) this.end();
  }

  /** Called when the connection has ended; nothing is written any more. Also for a stream that was never started. */
  stop(): void {
    this.#output = undefined;
    this.#options.changes.delivery.remove(this);
  }

  deliver(round: Round): void {
    if (this.#isReading || this.position >= round.until) return;
    try {
      const portion = this.#portion(round);
      if (portion === undefined) void this.#readLog();
      else this.#take(portion, round);
    } catch (error) {
      this.fail(error);
    }
  }

  tick(now: number): void {
    if (this.#options.isAllowed?.() === false) return this.fail(noLongerAllowed());
    if (this.#options.isPatient !== true && now - this.#lastCheck >= LAG_CHECK_MS) this.#checkLag(now);
    if (this.#isReady && now - this.#lastText >= BOOKMARK_MS) this.#bookmark();
  }

  end(): void {
    const output = this.#output;
    this.stop();
    output?.end();
  }

  /** Undefined if its changes must be read from the log. */
  #portion(round: Round): Portion | undefined {
    const { audience, changes } = this.#options;
    const older = this.#older;
    this.#older = undefined;
    const known = round.known(audience, this.position);
    if (known !== undefined) return known;
    const next = older ?? changes.recent(this.position, PORTION);
    return next && round.make(audience, this.#position, next);
  }

  #take({ text, position }: Portion, { until }: Round): void {
    const isMore = position.revision > this.position && position.revision < until;
    this.#position = position;
    if (text !== undefined) this.#write(text);
    if (isMore && this.#isReady) this.#options.changes.delivery.wake();
  }

  async #readLog(): Promise<void> {
    const { changes } = this.#options;
    this.#isReading = true;
    try {
      this.#older = await changes.read(this.#position, PORTION);
      if (this.#older.length > 0) changes.delivery.wake();
    } catch (error) {
      this.fail(error);
    } finally {
      this.#isReading = false;
    }
  }

  /** A watch that is slower than the changes never catches up, and each of its reads goes to the database. */
  #checkLag(now: number): void {
    const { since, newest } = this.#options.changes;
    const lag = newest - this.position;
    this.#lastCheck = now;
    if (this.position < since && lag > this.#lag) {
      this.fail(
        new ApiError(
          "Expired",
          `This watch is ${lag} changes behind and falls further behind: list again and watch from there.`,
        ),
      );
    }
    this.#lag = this.position < since ? lag : Infinity;
  }

  fail(error: unknown): void {
    const { audience, log } = this.#options;
    if (this.#output === undefined) return;
    const cause = ApiError.from(error);
    if (cause.status >= 500)
      log.error({ plural: audience.view.model.plural, err: cause.cause ?? cause }, "watch failed");
    const problem = error instanceof ConversionError ? unreadable(error) : cause;
    this.#write(audience.print({ type: "ERROR", problem: problemOf(problem) }));
    this.end();
  }

  #bookmark(): void {
    const { print, view } = this.#options.audience;
    this.#write(print({ type: "BOOKMARK", position: this.#position, model: view.model }));
  }

  #write(text: Buffer): void {
    this.#lastText = performance.now();
    if (this.#output === undefined || this.#output.write(text, this.#onDrain)) return;
    this.#isReady = false;
    this.#options.changes.delivery.pause(this);
  }

  readonly #onDrain = (): void => {
    this.#isReady = true;
    if (this.#output !== undefined) this.#options.changes.delivery.add(this);
  };
}

function noLongerAllowed(): ApiError {
  return new ApiError("Unauthorized", "The caller's credentials or rights have changed: authenticate and watch again.");
}

/** Trying the same change again cannot help. A list can: the object may be gone, or stored again, since it was logged. */
function unreadable(error: ConversionError): ApiError {
  return new ApiError("Expired", `${error.message} List again and watch from there.`, { cause: error });
}
