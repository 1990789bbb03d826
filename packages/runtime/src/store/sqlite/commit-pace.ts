/** When a commit is expected to be quick. */
export interface QuickCommit {
  /** One that takes longer holds up who else is served for longer than asking another thread takes. */
  readonly milliseconds: number;
  /** So many quick ones on end, and the next is expected to be quick. */
  readonly onEnd: number;
}

export const defaultQuickCommit: QuickCommit = { milliseconds: 1, onEnd: 16 };

/** Knows whether the disk is quick. One that was slow once has to prove itself anew. */
export class CommitPace {
  readonly #quick: QuickCommit;
  #onEnd = 0;

  constructor(quick: QuickCommit) {
    this.#quick = quick;
  }

  /** Told how long a commit of one write took. */
  add(milliseconds: number): void {
    this.#onEnd = milliseconds < this.#quick.milliseconds ? this.#onEnd + 1 : 0;
  }

  get isQuick(): boolean {
    return this.#onEnd >= this.#quick.onEnd;
  }
}
