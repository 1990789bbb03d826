import type { IncomingMessage } from "node:http";
import { isIP, type Socket } from "node:net";
import proxyaddr from "proxy-addr";
import { ApiError } from "../../error/api-error.js";
import type { ClientView } from "../../http/client-view.js";
import { ConfigurationError } from "../../error/configuration-error.js";
import { isPrefix } from "./base-path.js";
import { isHost } from "./host-names.js";

/** What a trusted proxy reports about the client's request. */
export interface Forwarded extends ClientView {
  /** The part that the proxy has removed from the path. */
  readonly prefix?: string | undefined;
}

/** Whether the peer at an address is a trusted proxy. */
export type IsTrusted = (address: string, hop: number) => boolean;

/**
 * Compiles addresses, ranges such as `10.0.0.0/8` and the names `loopback`, `linklocal` and `uniquelocal`.
 *
 * @throws {ConfigurationError} for anything else.
 */
export function compileTrust(proxies: readonly string[]): IsTrusted {
  for (const proxy of proxies) {
    try {
      proxyaddr.compile(proxy);
    } catch (error) {
      throw new ConfigurationError(
        `trustedProxies (CMGEN_TRUSTED_PROXIES): ${JSON.stringify(proxy)} is not an address, a range such as 10.0.0.0/8, "loopback", "linklocal" or "uniquelocal".`,
        { cause: error },
      );
    }
  }
  return proxyaddr.compile([...proxies]);
}

/** Reads `X-Forwarded-*` of requests from trusted proxies. From others these headers are ignored. */
export class ForwardedReader {
  readonly #isTrusted: IsTrusted;
  readonly #peers = new WeakMap<Socket, boolean>();

  constructor(isTrusted: IsTrusted) {
    this.#isTrusted = isTrusted;
  }

  /**
   * @throws {ApiError} `BadRequest` for a malformed value: proxies may pass on what a client has sent.
   */
  read(request: IncomingMessage): Forwarded | undefined {
    if (!this.#isFromProxy(request.socket)) return undefined;
    const { headers } = request;
    const scheme = lastOf(headers, "X-Forwarded-Proto", isScheme);
    const prefix = lastOf(headers, "X-Forwarded-Prefix", (text) => text === "/" || isPrefix(withoutSlash(text)));
    return {
      scheme: scheme === undefined || isScheme(scheme) ? scheme : undefined,
      host: lastOf(headers, "X-Forwarded-Host", isHost),
      prefix: prefix === undefined || prefix === "/" ? undefined : withoutSlash(prefix),
      remoteAddress: headers["x-forwarded-for"] === undefined ? undefined : this.#clientAddress(request),
    };
  }

  #isFromProxy(socket: Socket): boolean {
    const known = this.#peers.get(socket);
    if (known !== undefined) return known;
    const trusted = socket.remoteAddress !== undefined && this.#isTrusted(socket.remoteAddress, 0);
    this.#peers.set(socket, trusted);
    return trusted;
  }

  /** The nearest address that is not a trusted proxy's. Anyone may have written the ones further left. */
  #clientAddress(request: IncomingMessage): string {
    const isTrusted: IsTrusted = (address, hop) => this.#isTrusted(withoutPort(address), hop);
    const address = withoutPort(proxyaddr.all(request, isTrusted).at(-1) ?? "");
    if (isIP(address) === 0) throw new ApiError("BadRequest", "X-Forwarded-For is malformed.");
    return address;
  }
}

/** Some proxies add the port, as `192.0.2.1:5000` or `[2001:db8::1]:5000`. */
function withoutPort(text: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
}

/**
 * A header's value. Of several the last one counts, which the proxy in front of the service has written.
 *
 * @throws {ApiError} `BadRequest` if it is malformed.
 */
function lastOf(
  headers: IncomingMessage["headers"],
  name: string,
  isGood: (text: string) => boolean,
): string | undefined {
  const value = String(headers[name.toLowerCase()] ?? "");
  const text = value.slice(value.lastIndexOf(",") + 1).trim();
  if (text === "") return undefined;
  if (!isGood(text)) throw new ApiError("BadRequest", `${name} is malformed.`);
  return text;
}

function isScheme(text: string): text is "http" | "https" {
  return text === "http" || text === "https";
}

function withoutSlash(text: string): string {
  return text.endsWith("/") ? text.slice(0, -1) : text;
}
