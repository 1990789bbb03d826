import { SECRET_PREFIX } from "./secret.js";

/** RFC 9110, 11.1: the name of a scheme is in any case. Only what may be a secret of the service is looked at further. */
const BEARER = new RegExp(`^bearer +(${SECRET_PREFIX}.*)$`, "is");

/** As nearly all clients write it. */
const USUAL = `Bearer ${SECRET_PREFIX}`;

/** The secret of the service in an `Authorization` header, well-formed or not; undefined if there is none. */
export function bearerSecret(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (header.startsWith(USUAL)) return header.slice("Bearer ".length);
  return BEARER.exec(header)?.[1];
}
