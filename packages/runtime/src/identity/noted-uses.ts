import type { Use } from "@cmgen/store";

/** How far apart the uses of a secret that are written are, at least. */
export const NOTE_MILLISECONDS = 60_000;

/** When something was last used, as far as that has been noted. */
export interface Noted {
  readonly id: string;
  notedAt: number;
}

/** Collects when secrets were used, to be written together later: at most one use of each in a minute. */
export class NotedUses {
  #uses = new Map<string, number>();

  note(noted: Noted, now: number): void {
    if (now - noted.notedAt < NOTE_MILLISECONDS) return;
    noted.notedAt = now;
    this.#uses.set(noted.id, now);
  }

  /** Returns what has been collected, once. */
  take(): readonly Use[] {
    if (this.#uses.size === 0) return [];
    const uses = [...this.#uses].map(([id, at]) => ({ id, at }));
    this.#uses = new Map();
    return uses;
  }
}
