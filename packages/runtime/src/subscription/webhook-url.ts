import { type AddressPolicy, isAddress } from "./address-policy.js";

/** The address that a URL names itself; undefined where it has a name. */
export function literalAddress({ hostname }: URL): string | undefined {
  const host = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
  return isAddress(host) ? host : undefined;
}

/** Why changes may not be sent to a URL, as the end of a sentence; undefined where they may, as far as the URL tells: its name is looked up later. */
export function urlProblem(text: string, policy: AddressPolicy): string | undefined {
  if (!URL.canParse(text)) return "is not a URL";
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") return "must begin with https:// or http://";
  if (url.username !== "" || url.password !== "") return "must not have a user name or a password";
  if (url.hash !== "") return "must not have a fragment";
  const address = literalAddress(url);
  return address === undefined ? undefined : addressProblem(url, address, policy);
}

/** Why nothing may be sent to an address of a URL; undefined where it may. */
export function addressProblem({ protocol }: URL, address: string, policy: AddressPolicy): string | undefined {
  if (!policy.mayConnect(address))
    return `leads to ${address}, which is not a public address and which the service does not allow`;
  if (protocol === "http:" && !policy.isAllowed(address))
    return `leads to ${address} without encryption: use https, or have the operator allow the address`;
  return undefined;
}
