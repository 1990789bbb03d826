import { isDeepStrictEqual } from "node:util";
import type { Change } from "@cmgen/store";
import type { Log } from "../log/log.js";
import type { ExtensionObject } from "../model/model-descriptor.js";
import type { ChangeSource } from "../watch/change-source.js";
import { HeldEntries } from "./held-entries.js";
import { type ServiceUsers, type UserState, userStateOf } from "./user-state.js";

/** A user as the directory knows them. Anyone who holds it sees when the user changes. */
export interface KnownUser {
  readonly name: string;
  /** Undefined if there is no such user. */
  readonly state: UserState | undefined;
}

interface Entry extends KnownUser {
  state: UserState | undefined;
  /** How many changes are known of. */
  changes: number;
  /** How many of them `state` has. */
  read: number;
}

export interface DirectorySources {
  readonly users: ServiceUsers;
  readonly changes: Pick<ChangeSource, "follow">;
  readonly log: Log;
  /** Reads a user's object; undefined if there is none. */
  readonly find: (name: string) => Promise<ExtensionObject | undefined>;
  /** Called for a user who may not sign in any more, perhaps several times. */
  readonly ended: (user: Pick<UserState, "uid" | "name">, why: "disabled" | "deleted") => Promise<void>;
}

/** The users of a service. What was read once is known until the user's object changes: the change log says so to every process. */
export class UserDirectory {
  readonly #sources: DirectorySources;
  readonly #entries = new HeldEntries<Entry>();
  /** Entries that have changed and have not been read since. */
  readonly #unread = new Set<Entry>();
  #following: Promise<() => void> | undefined;

  constructor(sources: DirectorySources) {
    this.#sources = sources;
  }

  /** Begins to follow changes of users. Rejects if the database does not answer; the next call tries again. */
  async begin(): Promise<void> {
    this.#following ??= this.#sources.changes.follow({
      changed: (changes) => this.#change(changes),
      missed: () => this.#miss(),
    });
    try {
      await this.#following;
    } catch (error) {
      this.#following = undefined;
      throw error;
    }
  }

  /** A user, as of now. */
  async user(name: string): Promise<KnownUser> {
    await this.begin();
    const known = this.#entries.get(name);
    if (known !== undefined && known.read === known.changes) return known;
    const entry = known ?? { name, state: undefined, changes: 1, read: 0 };
    if (known === undefined) this.#entries.set(name, entry);
    await this.#read(entry);
    return entry;
  }

  /** Reads users again whose changes could not be read. Rejects if the database does not answer. */
  async retry(): Promise<void> {
    for (const entry of this.#unread) await this.#read(entry);
  }

  /** Reads until nothing has changed meanwhile: of two reads the earlier may end later. */
  async #read(entry: Entry): Promise<void> {
    this.#unread.add(entry);
    for (;;) {
      const { changes } = entry;
      const object = await this.#sources.find(entry.name);
      if (entry.changes !== changes) continue;
      const state = object && userStateOf(object);
      // Who compares states sees whether anything has changed.
      if (!isDeepStrictEqual(state, entry.state)) entry.state = state;
      entry.read = changes;
      this.#unread.delete(entry);
      return;
    }
  }

  #change(changes: readonly Change[]): void {
    const { group, plural } = this.#sources.users.model;
    for (const change of changes) {
      if (change.group !== group || change.plural !== plural) continue;
      const entry = this.#entries.get(change.name);
      if (entry !== undefined) entry.changes += 1;
      void this.#follow(change, entry);
    }
  }

  /** What is not known is read before the next request of each user. */
  #miss(): void {
    for (const [, entry] of this.#entries.all()) {
      entry.changes += 1;
      void this.#read(entry).catch((err: unknown) => this.#report(err));
    }
  }

  async #follow({ type, name, data }: Change, entry: Entry | undefined): Promise<void> {
    try {
      if (type === "DELETED") await this.#sources.ended({ uid: uidOf(data), name }, "deleted");
      if (entry !== undefined) await this.#read(entry);
      else if (type === "MODIFIED") await this.#lookAtOnce(name);
      if (entry?.state?.isDisabled === true) await this.#sources.ended(entry.state, "disabled");
    } catch (err) {
      this.#report(err);
    }
  }

  /** A user whom nobody asks about may have sessions nevertheless, in another process. */
  async #lookAtOnce(name: string): Promise<void> {
    const object = await this.#sources.find(name);
    const state = object && userStateOf(object);
    if (state?.isDisabled === true) await this.#sources.ended(state, "disabled");
  }

  #report(err: unknown): void {
    this.#sources.log.warn({ err }, "a change of a user cannot be read yet");
  }
}

/** The uid of an object's bytes: whatever version they are of, it stands at the same place. */
function uidOf(data: Uint8Array): string {
  const { metadata } = JSON.parse(Buffer.from(data).toString()) as ExtensionObject;
  return String(metadata.uid);
}
