import type { ChangeFeed } from "./change-feed.js";

/** A feed that several follow: it is opened by the first of them, for without any there is nothing to be read. */
export class SharedFeed {
  readonly #open: () => Promise<ChangeFeed>;
  #feed: Promise<ChangeFeed> | undefined;

  constructor(open: () => Promise<ChangeFeed>) {
    this.#open = open;
  }

  /** Resolves once the feed is open. Rejects where it cannot be opened; whoever comes next tries again. */
  async follow(): Promise<void> {
    this.#feed ??= this.#open();
    try {
      await this.#feed;
    } catch (error) {
      this.#feed = undefined;
      throw error;
    }
  }

  /** Stops the feed, if it was ever opened. */
  async stop(): Promise<void> {
    const feed = await this.#feed?.catch(() => undefined);
    await feed?.stop();
  }
}
