import { type CommandHandlers, commandStore, type Store, type StoredSession } from "@cmgen/store";

/** The sessions, which have not ended, of a caller that an identity provider has named so, the newest first. */
export function listProviderSessions(url: string, name: string): Promise<readonly StoredSession[]> {
  return commandStore(url, { name: LIST, input: name }, ({ identities }) => identities.sessions.ofProviderName(name));
}

/** Ends them. Returns how many there were. */
export function endProviderSessions(url: string, name: string): Promise<number> {
  return commandStore(url, { name: END, input: name }, (store) => endAll(store, name));
}

/**
 * Does these commands in the process that has the SQLite file.
 *
 * @param changed resolves once the process knows what was changed.
 */
export function sessionCommands(store: SessionStore, changed: () => Promise<void>): CommandHandlers {
  return {
    // Commands come from this module in processes of this user.
    [LIST]: (input) => store.identities.sessions.ofProviderName(input as string),
    [END]: async (input) => {
      const ended = await endAll(store, input as string);
      await changed();
      return ended;
    },
  };
}

const LIST = "list provider sessions";
const END = "end provider sessions";

type SessionStore = Pick<Store, "identities" | "now">;

async function endAll({ identities: { sessions }, now }: SessionStore, name: string): Promise<number> {
  let ended = 0;
  for (const { id } of await sessions.ofProviderName(name)) if (await sessions.end(id, now())) ended++;
  return ended;
}
