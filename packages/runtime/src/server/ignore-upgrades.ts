import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";

/** An option of Node.js 24 and later, which its types for Node.js 20 do not have. */
export interface UpgradeOptions {
  readonly shouldUpgradeCallback: (request: IncomingMessage) => boolean;
}

/** Node.js 24 and later give the `upgrade` event to a request's head alone: one with a body is received as any other. */
export const upgradeOptions: UpgradeOptions = { shouldUpgradeCallback: (request) => !hasBody(request) };

/**
 * Answers requests for another protocol in HTTP/1.1, as RFC 9110, 7.8 allows. Node alone would answer such a request too, but drop everything
 * that its client sent after it.
 *
 * @param afterAnswers calls back once all earlier requests on the connection have been answered.
 */
export function ignoreUpgrades(server: Server, afterAnswers: (socket: Duplex, then: () => void) => void): void {
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, behind: Buffer) => {
    const fail = (): void => void socket.destroy();
    // Node has removed its own listeners.
    socket.on("error", fail);
    afterAnswers(socket, () => {
      socket.removeListener("error", fail);
      if (socket.destroyed) return;
      socket.unshift(Buffer.concat([plainHead(request), behind]));
      server.emit("connection", socket);
    });
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** Whether a request with an `Upgrade` asks for another protocol (RFC 9110, 7.8). */
export function asksForUpgrade({ headers }: IncomingMessage): boolean {
  return /(?:^|,)\s*upgrade\s*(?:,|$)/i.test(headers.connection ?? "");
}

/** The request's head again, without the option that asks for the upgrade. It keeps the number of headers, which is limited. */
function plainHead({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = "", value = ""] = rawHeaders.slice(at, at + 2);
    lines.push(`${name}: ${name.toLowerCase() === "connection" ? withoutUpgrade(value, httpVersion) : value}`);
  }
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
}

/** The default of the HTTP version, if nothing else is left. */
function withoutUpgrade(connection: string, httpVersion: string): string {
  const options = connection.split(",").filter((option) => option.trim().toLowerCase() !== "upgrade");
  return options.join(",").trim() || (httpVersion === "1.0" ? "close" : "keep-alive");
}
