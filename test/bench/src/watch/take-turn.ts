import type { BenchContext } from "../bench-context.js";
import type { LoadAnswer, LoadRequest } from "../http/load-child.js";
import type { Child } from "../processes/child.js";
import type { ProcessState } from "../processes/process-state.js";
import type { WatchesEnded, WatchesOpened, WatchRequest } from "./watch-child.js";

const WATCHES = 1000;

/** Writes a second: each connection writes one every so many milliseconds. */
export const CONNECTIONS = 8;
const EVERY_MS = 40;

/** A turn is so many times as long as the bench's option says: a hundredth of few writes says little. */
const TURN = 8;

/** A server and the processes of its clients. */
export interface Watched {
  readonly server: Child;
  readonly url: string;
  readonly reader: Child;
  readonly writer: Child;
  readonly watcher: Child;
  /** Objects there are at first. */
  readonly size: number;
}

export interface TurnRequest {
  /** What the watches select; undefined for none. */
  readonly query: string | undefined;
  /** The number of the first object written. */
  readonly first: number;
}

export interface Turn {
  readonly writes: LoadAnswer;
  /** Reads by name while the watches begin. */
  readonly reads: LoadAnswer;
  readonly opened: WatchesOpened | undefined;
  readonly ended: WatchesEnded | undefined;
  /** The server's processor time during the writes. */
  readonly cpuSeconds: number;
  /** The part of that time in which its first thread was busy. */
  readonly busy: number;
  /** How late its first thread began what was due: 99th percentile, in seconds. */
  readonly late: number;
}

/** Reads while watches begin, writes beside them, and ends them. */
export async function takeTurn(context: BenchContext, watched: Watched, { query, first }: TurnRequest): Promise<Turn> {
  const { server, reader, writer, watcher, url, size } = watched;
  const length = context.seconds * TURN;
  const load: LoadRequest = {
    url,
    load: { does: "read", size },
    connections: CONNECTIONS,
    seconds: length / 4,
    everyMs: 10,
  };
  const reading = reader.ask<LoadAnswer>(load);
  const opened =
    query === undefined
      ? undefined
      : await watcher.ask<WatchesOpened>({ url, query, count: Math.min(WATCHES, size) } satisfies WatchRequest);
  const reads = await reading;
  const before = await server.ask<ProcessState>({});
  const writing: LoadRequest = { ...load, load: { does: "create", first }, seconds: length, everyMs: EVERY_MS };
  const writes = await writer.ask<LoadAnswer>(writing);
  const { cpuSeconds, busy, late } = await server.ask<ProcessState>({});
  // What was written last is still on its way.
  await pause(500);
  const ended = query === undefined ? undefined : await watcher.ask<WatchesEnded>({} satisfies WatchRequest);
  // A thousand connections that end are not part of the next turn.
  await pause(500);
  return { writes, reads, opened, ended, cpuSeconds: cpuSeconds - before.cpuSeconds, busy, late };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
