import type { ChangeOrigin } from "../store.js";

interface Originated {
  readonly origin?: ChangeOrigin | null | undefined;
}

/** The columns that say who wrote a change. */
export const originColumns: readonly {
  readonly name: keyof OriginRow;
  readonly valueOf: (of: Originated) => string | null;
}[] = [
  { name: "actor", valueOf: ({ origin }) => origin?.actor ?? null },
  { name: "verb", valueOf: ({ origin }) => origin?.verb ?? null },
  { name: "request_id", valueOf: ({ origin }) => origin?.requestId ?? null },
  { name: "address", valueOf: ({ origin }) => origin?.address ?? null },
];

/** What they hold. */
export interface OriginRow {
  readonly actor: string | null;
  readonly verb: string | null;
  readonly request_id: string | null;
  readonly address: string | null;
}

/** Who wrote a change, as its row says. */
export function originOf({ actor, verb, request_id: requestId, address }: OriginRow): ChangeOrigin | null {
  if (actor === null || verb === null) return null;
  return { actor, verb, ...(requestId !== null && { requestId }), ...(address !== null && { address }) };
}
