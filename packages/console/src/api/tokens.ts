import { queryOptions } from "@tanstack/react-query";
import { transport } from "./connection.js";
import { listOf, recordOf, textOf, textsOf, type Json } from "./json.js";

/** A token for a program, without its secret. */
export interface ServiceToken {
  readonly id: string;
  readonly name: string;
  /** Who its callers are: `token:ci`, or the user that it acts for. */
  readonly caller: string;
  readonly roles: readonly string[];
  readonly groups: readonly string[];
  readonly state: string;
  readonly created: string;
  readonly expires: string | undefined;
  readonly used: string | undefined;
}

export const tokensQuery = queryOptions({
  queryKey: ["operator", "tokens"],
  queryFn: async ({ signal }): Promise<readonly ServiceToken[]> => {
    const path = "/apis/-/admin/tokens";
    const body = recordOf(await transport.value({ method: "GET", path, options: { signal } }));
    return listOf(body["items"]).map((each) => tokenOf(recordOf(each)));
  },
});

function tokenOf({ id, name, caller, roles, groups, state, created, expires, used }: Json): ServiceToken {
  const [key, called, as, is, since] = [id, name, caller, state, created].map((value) => textOf(value) ?? "");
  return {
    id: key ?? "",
    name: called ?? "",
    caller: as ?? "",
    roles: textsOf(roles),
    groups: textsOf(groups),
    state: is ?? "",
    created: since ?? "",
    expires: textOf(expires),
    used: textOf(used),
  };
}

/** What a token is to be. */
export interface TokenRequest {
  readonly name: string;
  readonly roles: readonly string[];
  /** `30d`, or `never`. */
  readonly expires: string;
}

/** Makes a token. @returns its secret, which the service does not keep. */
export async function makeToken(body: TokenRequest): Promise<string> {
  const answer = await transport.value({ method: "POST", path: "/apis/-/admin/tokens", body });
  return textOf(recordOf(answer)["token"]) ?? "";
}

export async function revokeToken(id: string): Promise<void> {
  await transport.value({ method: "POST", path: "/apis/-/admin/tokens/revoke", body: { id } });
}
