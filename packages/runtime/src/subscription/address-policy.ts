import ipaddr from "ipaddr.js";
import { ConfigurationError } from "../error/configuration-error.js";

type Address = ReturnType<typeof ipaddr.parse>;
type Range = readonly [address: Address, prefix: number];

/** Global unicast (RFC 4291, 2.4). What maps or translates IPv4 addresses is outside, or told by its range. */
const GLOBAL_IPV6 = ipaddr.parseCIDR("2000::/3");

/** Of nobody on the internet, and no ranges of the library: for benchmarks (RFC 2544) and for documentation (RFC 9637). */
const NOBODY = [ipaddr.parseCIDR("198.18.0.0/15"), ipaddr.parseCIDR("3fff::/20")];

/** Which addresses changes may be sent to: those of the internet, and those that the operator allows. */
export class AddressPolicy {
  readonly #allowed: readonly Range[];

  /** @throws {ConfigurationError} for what is neither an address nor a range. */
  constructor(allow: readonly string[]) {
    this.#allowed = allow.map(readRange);
  }

  /** Whether the operator allows an address: then it need not be public, and the connection need not be encrypted. */
  isAllowed(text: string): boolean {
    const address = readAddress(text);
    return address !== undefined && this.#allowed.some((range) => isWithin(address, range));
  }

  /** Whether anything may be sent to an address. */
  mayConnect(text: string): boolean {
    const address = readAddress(text);
    if (address === undefined) return false;
    return this.#allowed.some((range) => isWithin(address, range)) || isPublic(address);
  }
}

/** Whether a text is an address, and not a name. */
export function isAddress(text: string): boolean {
  return ipaddr.isValid(text);
}

/** An IPv6 address that maps an IPv4 address is treated as that one. */
function readAddress(text: string): Address | undefined {
  return ipaddr.isValid(text) ? ipaddr.process(text) : undefined;
}

function isPublic(address: Address): boolean {
  if (address.range() !== "unicast" || NOBODY.some((range) => isWithin(address, range))) return false;
  return address.kind() === "ipv4" || isWithin(address, GLOBAL_IPV6);
}

function isWithin(address: Address, [base, prefix]: Range): boolean {
  if (address instanceof ipaddr.IPv4) return base instanceof ipaddr.IPv4 && address.match(base, prefix);
  return base instanceof ipaddr.IPv6 && address.match(base, prefix);
}

function readRange(text: string): Range {
  try {
    if (text.includes("/")) {
      const [base, prefix] = ipaddr.parseCIDR(text);
      return [base, prefix];
    }
    const address = ipaddr.process(text);
    return [address, address.kind() === "ipv4" ? 32 : 128];
  } catch {
    throw new ConfigurationError(
      `subscriptions.allow (CMGEN_SUBSCRIPTIONS_ALLOW) must have addresses such as 127.0.0.1 and ranges such as 10.0.0.0/8, not ${JSON.stringify(text)}.`,
    );
  }
}
