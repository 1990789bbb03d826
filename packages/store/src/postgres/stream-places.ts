import { UnavailableError } from "../unavailable-error.js";

interface Waiting {
  readonly enter: (leave: () => void) => void;
  readonly reject: (error: unknown) => void;
}

/** A place whose stream waits for its consumer. */
interface IdlePlace {
  /** When others may have it, as a time of `performance.now()`. */
  readonly from: number;
  readonly giveUp: () => void;
}

interface EnterOptions {
  /** Whether it begins: then it goes before streams that go on. */
  readonly isNew: boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The places of streams, each of which has a connection. A stream keeps its place while its consumer keeps up with the database. Where others
 * wait for a place, one whose stream waits for its consumer is given up.
 */
export class StreamPlaces {
  readonly #milliseconds: number;
  readonly #new: Waiting[] = [];
  readonly #going: Waiting[] = [];
  /** In the order in which they became idle. */
  readonly #idle = new Set<IdlePlace>();
  #free: number;
  /** Places that were given up and are not left yet. */
  #leaving = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param milliseconds how long a stream waits for its place. */
  constructor(places: number, milliseconds: number) {
    this.#free = places;
    this.#milliseconds = milliseconds;
  }

  /**
   * Waits for a place and returns the function that leaves it.
   *
   * @throws the signal's reason if it is aborted by then.
   * @throws {UnavailableError} `busy` if there is no place in time.
   */
  enter({ isNew, signal }: EnterOptions): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const line = isNew ? this.#new : this.#going;
      const timer = setTimeout(() => {
        line.splice(line.indexOf(waiting), 1);
        reject(
          new UnavailableError("There are too many long lists at the moment. Try again later.", { state: "busy" }),
        );
      }, this.#milliseconds);
      const enter = (leave: () => void): void => {
        clearTimeout(timer);
        if (signal?.aborted !== true) return resolve(leave);
        leave();
        reject(signal.reason);
      };
      const waiting = { enter, reject };
      line.push(waiting);
      this.#serve();
    });
  }

  /**
   * Tells that a stream waits for its consumer. If others need the place after so many milliseconds, `giveUp` is called, once; it has to leave
   * the place. Returns the function that tells that the stream goes on.
   */
  waits(milliseconds: number, giveUp: () => void): () => void {
    const place = { from: performance.now() + milliseconds, giveUp };
    this.#idle.add(place);
    this.#serve();
    return () => void this.#idle.delete(place);
  }

  #serve(): void {
    while (this.#free > 0) {
      const next = this.#new.shift() ?? this.#going.shift();
      if (next === undefined) return;
      this.#free -= 1;
      next.enter(this.#leaver());
    }
    this.#takeFromIdle();
  }

  /** Has as many idle places given up as are waited for; looks again when the next one may be taken. */
  #takeFromIdle(): void {
    clearTimeout(this.#timer);
    let wanted = this.#new.length + this.#going.length - this.#leaving;
    const now = performance.now();
    let next = Infinity;
    for (const place of this.#idle) {
      if (wanted <= 0) return;
      if (place.from > now) next = Math.min(next, place.from);
      else {
        wanted -= 1;
        this.#idle.delete(place);
        this.#leaving += 1;
        place.giveUp();
      }
    }
    if (wanted > 0 && next < Infinity) this.#timer = setTimeout(() => this.#serve(), next - now).unref();
  }

  #leaver(): () => void {
    let isLeft = false;
    return () => {
      if (isLeft) return;
      isLeft = true;
      this.#leaving = Math.max(0, this.#leaving - 1);
      this.#free += 1;
      this.#serve();
    };
  }
}
