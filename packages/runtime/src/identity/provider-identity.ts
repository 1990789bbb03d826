import type { UserState } from "./user-state.js";

/** What an identity provider has said of somebody who has signed in there. */
export interface ProviderIdentity extends Pick<UserState, "groups" | "claims"> {
  /** The provider, as {@link ProviderSignIn.key} names it. */
  readonly provider: string;
}

/** As it stands in the row of a session. */
export function writeProviderIdentity({ provider, groups, claims }: ProviderIdentity): string {
  return JSON.stringify({ provider, groups, claims });
}

export function readProviderIdentity(text: string): ProviderIdentity {
  // Rows have what this service has written.
  return JSON.parse(text) as ProviderIdentity;
}
