/** Milliseconds since 1970. */
export interface ServerTime {
  readonly now: number;
}

/** Asks for the server's time, as a {@link ServerTime}. */
export const serverTime = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now";

/** By how much clocks may drift apart: one second in about three hours. */
const DRIFT = 1e-4;

/**
 * The clock of the database's machine, which all processes share, so that the times they give to objects do not depend on their machines'
 * clocks. It runs on between two answers, and does not notice when this machine's clock is set.
 */
export class ServerClock {
  #heard = { now: Date.now(), at: performance.now(), error: Infinity };

  /** Milliseconds since 1970. */
  now(): number {
    return Math.floor(this.#heard.now + performance.now() - this.#heard.at);
  }

  /** The server looked at its clock some time between `sent` and `received`: the answer that took least says it best. */
  hear({ now }: ServerTime, { sent, received }: { readonly sent: number; readonly received: number }): void {
    const at = (sent + received) / 2;
    const error = (received - sent) / 2;
    if (error > this.#heard.error + (at - this.#heard.at) * DRIFT) return;
    this.#heard = { now, at, error };
  }
}
