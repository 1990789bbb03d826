import { createServer, connect, type AddressInfo, type Socket } from "node:net";

/** Stands between a service and its database, and can stop forwarding while every connection stays open. */
export interface SilencedProxy {
  /** The database's URL, through the proxy. */
  readonly url: string;
  /** Forwards nothing any more, in either direction, on connections there are and on new ones. */
  silence(): void;
  /** Resets every connection, and forwards on new ones. */
  reset(): void;
  /** Stops forwarding on the connections there are; new ones are forwarded. */
  silencePresent(): void;
  close(): Promise<void>;
}

/** Listens in front of the database that a URL names. */
export async function startSilencedProxy(database: string): Promise<SilencedProxy> {
  const target = new URL(database);
  const pairs = new Set<readonly [Socket, Socket]>();
  let isSilent = false;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    const pair = [client, upstream] as const;
    pairs.add(pair);
    const end = (): void => {
      pairs.delete(pair);
      client.destroy();
      upstream.destroy();
    };
    for (const socket of pair) socket.on("error", end).on("close", end);
    if (isSilent) return;
    client.pipe(upstream);
    upstream.pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const silencePresent = (): void => {
    for (const [client, upstream] of pairs) {
      client.unpipe();
      upstream.unpipe();
    }
  };
  const breakAll = (): void => {
    for (const [client, upstream] of pairs) {
      client.resetAndDestroy();
      upstream.destroy();
    }
  };
  const url = new URL(database);
  url.port = String(port);
  return {
    url: url.href,
    silencePresent,
    silence: () => {
      isSilent = true;
      silencePresent();
    },
    reset: () => {
      isSilent = false;
      breakAll();
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      breakAll();
      await closed;
    },
  };
}
