const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const OCTET = /^(?:0|[1-9]\d?|1\d\d|2[0-4]\d|25[0-5])$/;
const HEXTET = /^[0-9a-f]{1,4}$/i;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** Characters of RFC 3986, percent-encoded octets whole. */
const URI_TEXT = /^(?:[a-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9a-f]{2})*$/i;

/** RFC 1123, 2.1: labels of at most 63 characters, 253 in all. */
export function isHostname(text: string): boolean {
  return text.length <= 253 && text.split(".").every((label) => LABEL.test(label));
}

/** RFC 5321 `Mailbox`, without quoted local parts and address literals: one `@`, a dotted atom before it, a host after it. */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  return at > 0 && at <= 64 && LOCAL_PART.test(text.slice(0, at)) && isHostname(text.slice(at + 1));
}

/** Four decimal octets, without leading zeros. */
export function isIpv4(text: string): boolean {
  const octets = text.split(".", 5);
  return octets.length === 4 && octets.every((octet) => OCTET.test(octet));
}

/** RFC 4291, 2.2: eight groups, `::` once for one or more groups of zeros, the last two perhaps as an IPv4 address. No zone. */
export function isIpv6(text: string): boolean {
  if (text.length > 45) return false;
  const halves = text.split("::");
  if (halves.length > 2) return false;
  const [before, after] = halves.map((half, at) => groupsIn(half, at === halves.length - 1));
  if (before === undefined) return false;
  return halves.length === 1 ? before === 8 : after !== undefined && before + after <= 7;
}

/** How many groups of 16 bits a part of an address writes; `undefined` where it is none. */
function groupsIn(part: string, isEnd: boolean): number | undefined {
  if (part === "") return 0;
  const groups = part.split(":");
  const last = groups.at(-1) ?? "";
  const endsInIpv4 = isEnd && isIpv4(last);
  const hextets = endsInIpv4 ? groups.slice(0, -1) : groups;
  if (!hextets.every((group) => HEXTET.test(group))) return undefined;
  return groups.length + (endsInIpv4 ? 1 : 0);
}

/** RFC 3986 `URI`: a scheme, and no character that must be percent-encoded. */
export function isUri(text: string): boolean {
  return SCHEME.test(text) && isUriReference(text);
}

/** RFC 3986 `URI-reference`: absolute or relative. */
export function isUriReference(text: string): boolean {
  return (
    URI_TEXT.test(text) && hasOneFragment(text) && hasPlainFirstSegment(text) && !/[[\]]/.test(withoutIpLiteral(text))
  );
}

function hasOneFragment(text: string): boolean {
  return text.indexOf("#") === text.lastIndexOf("#");
}

/** A colon in the first segment makes what stands before it a scheme. */
function hasPlainFirstSegment(text: string): boolean {
  return SCHEME.test(text) || !/^[^/?#]*:/.test(text);
}

/** Brackets enclose the host where it is an IP literal, and stand nowhere else. */
function withoutIpLiteral(text: string): string {
  return text.replace(/^((?:[a-z][a-z0-9+.-]*:)?\/\/(?:[^/?#@[\]]*@)?)\[[0-9a-f:.]+\]/i, "$1");
}
