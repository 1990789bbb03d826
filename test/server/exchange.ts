import { request, type IncomingHttpHeaders } from "node:http";

/** What is sent: the path goes out as it is written, however odd. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array;
}

/** What came back. */
export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  /** The body as JSON; `undefined` where it is none. */
  readonly json: unknown;
}

/** One request over a connection of its own, as no HTTP library would tidy it up. */
export function exchange(baseUrl: string, { method, path, headers = {}, body }: Sent): Promise<Received> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const length =
      body === undefined || "transfer-encoding" in headers ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const options = { hostname: hostname.replace(/^\[|\]$/g, ""), port, method, path, agent: false, timeout: 30_000 };
    const outgoing = request(
      { ...options, headers: { ...length, ...headers } as Record<string, string> },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => void chunks.push(chunk));
        incoming.on("error", reject);
        incoming.on("end", () => {
          const bytes = Buffer.concat(chunks);
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, bytes, json: parse(bytes) });
        });
      },
    );
    outgoing.on("timeout", () => outgoing.destroy(new Error(`No answer to ${method} ${path} in time`)));
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}
