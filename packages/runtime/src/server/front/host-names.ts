import type { IncomingMessage } from "node:http";
import { BlockList, isIP, isIPv6 } from "node:net";
import { ApiError } from "../../error/api-error.js";

/** Accepted `Host` values that are remembered. Callers can invent any number of names below `.localhost`. */
const REMEMBERED = 1000;

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/**
 * The names of a service: `localhost` and names below it, loopback addresses, the address of the connection itself, and the names in the
 * options. After DNS rebinding a page's own name resolves to this machine, and the browser takes page and service for one origin. But the `Host`
 * that it sends still has the page's name.
 */
export class HostNames {
  readonly #names: ReadonlySet<string>;
  /** Of domains, each with a dot before it. */
  readonly #suffixes: readonly string[];
  readonly #known = new Set<string>();

  /** @param names Without port, in lower case. One that begins with a dot stands for a domain and all names below it. */
  constructor(names: readonly string[]) {
    this.#suffixes = names.filter((name) => name.startsWith("."));
    this.#names = new Set([...names, ...this.#suffixes.map((suffix) => suffix.slice(1))]);
  }

  /** @param header The header that has the host, for the answer to a request that is refused. */
  problem(request: IncomingMessage, host: string, header: string): ApiError | undefined {
    if (this.#known.has(host)) return undefined;
    if (!this.#isOurs(withoutPort(host), request.socket.localAddress)) return refusal(host, header);
    if (this.#known.size >= REMEMBERED) this.#known.clear();
    this.#known.add(host);
    return undefined;
  }

  #isOurs(name: string, address: string | undefined): boolean {
    if (this.#names.has(name) || name === "localhost" || name.endsWith(".localhost")) return true;
    if (this.#suffixes.some((suffix) => name.endsWith(suffix))) return true;
    const family = isIP(name);
    if (family === 0) return false;
    // An address cannot be rebound. Probes call a server by its address.
    return loopback.check(name, family === 4 ? "ipv4" : "ipv6") || name === address?.replace(/^::ffff:/, "");
  }
}

/** Host of a `Host` header, in lower case, without brackets, port and the dot of a fully qualified name. */
export function withoutPort(host: string): string {
  const end = host.startsWith("[") ? host.indexOf("]") : host.indexOf(":");
  const name = host.slice(host.startsWith("[") ? 1 : 0, end < 0 ? undefined : end).toLowerCase();
  return name.endsWith(".") ? name.slice(0, -1) : name;
}

/** Whether a text is a `Host` (RFC 9110, 7.2): a name or an address, and perhaps a port. May be empty. */
export function isHost(text: string): boolean {
  if (PLAIN_HOST.test(text)) return true;
  const [found, address, port] = HOST.exec(text) ?? [];
  if (found === undefined || Number(port ?? 0) > HIGHEST_PORT) return false;
  return address === undefined || isIPv6(address);
}

/** An IPv6 address in brackets or a name (RFC 3986, 3.2.2), and perhaps a port. */
const HOST = /^(?:\[([\da-f:.]+)\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::(\d*))?$/i;

/** Nearly all: found in a fifth of the time. */
const PLAIN_HOST = /^[\w.-]+(?::[1-5]?\d{1,4})?$/;

const HIGHEST_PORT = 65_535;

function refusal(host: string, header: string): ApiError {
  return new ApiError(
    "Forbidden",
    `${header} is ${JSON.stringify(host)}, which is not a name of this service. Call it by one of its names, or add this one to CMGEN_HOSTS ` +
      "or `hosts` in the server's options.",
  );
}
