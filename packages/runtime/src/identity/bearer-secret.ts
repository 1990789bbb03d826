import { SECRET_PREFIX } from "./secret.js";

/** Finds the secret of the service in an `Authorization` header, well-formed or not; undefined if there is none. */
export type SecretReader = (header: string | undefined) => string | undefined;

/**
 * Reads secrets that are sent under an authentication scheme, whose name is in any case (RFC 9110, 11.1). Only what may be a secret of the service
 * is looked at further.
 *
 * @throws {TypeError} for what is not the name of a scheme.
 */
export function secretReader(scheme: string): SecretReader {
  if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(scheme))
    throw new TypeError(`An authentication scheme is a word, such as Bearer or Token, not ${JSON.stringify(scheme)}`);
  const usual = `${scheme} ${SECRET_PREFIX}`;
  const any = new RegExp(`^${scheme} +(${SECRET_PREFIX}.*)$`, "is");
  return (header) => {
    if (header === undefined) return undefined;
    // As nearly all clients write it.
    if (header.startsWith(usual)) return header.slice(scheme.length + 1);
    return any.exec(header)?.[1];
  };
}

/** Reads bearer tokens (RFC 6750). */
export const bearerSecret = secretReader("Bearer");
