/** A token for a program that calls the service. Times are in milliseconds since 1970. */
export interface StoredToken {
  readonly id: string;
  /** What it is for. */
  readonly name: string;
  /** Name of the caller. */
  readonly actor: string;
  /** Uid of the user that it acts for; `null` if it acts for no user. */
  readonly uid: string | null;
  readonly roles: readonly string[];
  readonly groups: readonly string[];
  readonly createdAt: number;
  /** `null` if it does not expire. */
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  /** Written at most once a minute. */
  readonly usedAt: number | null;
}

/** What is known of a token when it is made. The hash is that of the whole token; the token itself is not kept. */
export interface NewToken extends Omit<StoredToken, "revokedAt" | "usedAt"> {
  readonly hash: string;
}

/** A token or session, and the hash of its secret. */
export type Hashed<Record> = Record & { readonly hash: string };

/** Somebody who is signed in. Times are in milliseconds since 1970. */
export interface StoredSession {
  readonly id: string;
  /** The hash before the last rotation: requests that were sent before it may still have its secret. */
  readonly rotatedFrom: string | null;
  readonly rotatedAt: number | null;
  /** The caller's name. */
  readonly user: string;
  /** The uid of the user's object, or the identity provider's URL and its name of the caller. */
  readonly uid: string;
  /** What an identity provider has said of the caller, as JSON; `null` for a user of the service. */
  readonly identity: string | null;
  readonly createdAt: number;
  /** Written at most once a minute. */
  readonly seenAt: number;
  readonly expiresAt: number;
  readonly endedAt: number | null;
}

/** What is known of a session when it begins. */
export type NewSession = Hashed<Omit<StoredSession, "rotatedFrom" | "rotatedAt" | "seenAt" | "endedAt">>;

/** What was changed after a revision of identities. */
export interface ChangedIdentities {
  /** The newest revision. */
  readonly revision: number;
  readonly tokens: readonly Hashed<StoredToken>[];
  readonly sessions: readonly Hashed<StoredSession>[];
}

/** When something was used. */
export interface Use {
  readonly id: string;
  readonly at: number;
}

export interface TokenStorage {
  add(token: NewToken): Promise<void>;
  ofHash(hash: string): Promise<Hashed<StoredToken> | undefined>;
  /** All tokens, the newest first. */
  list(): Promise<readonly StoredToken[]>;
  /** Returns false if there is no such token, or it was revoked before. */
  revoke(id: string, at: number): Promise<boolean>;
  /** Notes when tokens were last used, if that is a minute after the last time that was noted. A power cut may undo it. */
  used(uses: readonly Use[]): Promise<void>;
}

/** One step of a rotation. */
export interface Rotation {
  readonly from: string;
  readonly to: string;
  readonly at: number;
}

export interface SessionStorage {
  add(session: NewSession): Promise<void>;
  /** The session that has the hash, or had it before its last rotation. */
  ofHash(hash: string): Promise<Hashed<StoredSession> | undefined>;
  /** The sessions of a user that have not ended, the newest first. */
  ofUser(uid: string): Promise<readonly StoredSession[]>;
  /** The same of callers that an identity provider has named so. Reads all sessions, of which there are those of seven days. */
  ofProviderName(name: string): Promise<readonly StoredSession[]>;
  /** Gives a session another hash. Returns false if it has ended, or no longer has the hash `from`. */
  rotate(id: string, rotation: Rotation): Promise<boolean>;
  /** Returns false if there is no such session, or it has ended. */
  end(id: string, at: number): Promise<boolean>;
  /** Notes when sessions were last seen, as {@link TokenStorage.used} does. */
  seen(uses: readonly Use[]): Promise<void>;
  /** Deletes those that ended or expired before a time. */
  trim(before: number): Promise<void>;
}

/** What a user signs in with. */
export interface StoredCredentials {
  /** A hash with its parameters; `null` before a password was set. */
  readonly password: string | null;
  readonly changedAt: number;
}

/** A token to set a new password with. */
export interface StoredReset {
  /** The uid of the user. */
  readonly uid: string;
  /** What must still hold when it is used, as its maker has written it down; `null` for nothing. */
  readonly limit: string | null;
}

export interface NewReset {
  readonly hash: string;
  readonly expiresAt: number;
  readonly limit?: string | null;
  readonly at: number;
}

/** A password that is set. */
export interface PasswordChange {
  /** The hash, with its parameters. */
  readonly password: string;
  readonly at: number;
  /** Id of the session that goes on; all others of the user end. */
  readonly keeps?: string | undefined;
}

export interface CredentialStorage {
  read(uid: string): Promise<StoredCredentials | undefined>;
  /** Sets a password, ends the user's sessions and forgets the reset token. */
  setPassword(uid: string, change: PasswordChange): Promise<void>;
  /** Stores the same password with other parameters, unless it was changed meanwhile. */
  rehash(uid: string, from: string, to: string): Promise<void>;
  /** Allows the user to set a new password with the token of this hash. An earlier token is forgotten. */
  addReset(uid: string, reset: NewReset): Promise<void>;
  /** The reset token of this hash, if it is valid at a time. */
  resetOf(hash: string, at: number): Promise<StoredReset | undefined>;
  /** Sets the password of the user who has the reset token, as {@link setPassword}. Returns the uid; undefined if nobody has it. */
  redeem(hash: string, change: PasswordChange): Promise<string | undefined>;
  /** Ends the user's sessions, revokes the tokens that act for the user, and forgets a reset token. Returns how many sessions and tokens there were. */
  endAll(uid: string, at: number): Promise<number>;
  /** The same, and forgets the credentials, because the user was deleted. The name is kept, as {@link keepName} does. */
  forget(user: { readonly uid: string; readonly name: string }, at: number): Promise<void>;
  /** Remembers for ever that a user has had this name. */
  keepName(name: string, at: number): Promise<void>;
  /** Whether this name was kept: then not everybody may take it. */
  isKeptName(name: string): Promise<boolean>;
}

/** How long those who fail must wait. */
export interface AttemptRules {
  readonly now: number;
  /** How long to wait after so many failures, in milliseconds: the first entry is for one, the last for all that are more. */
  readonly delays: readonly number[];
  /** Failures before this time are forgotten. */
  readonly since: number;
}

/** Counts failed sign-ins by subjects: hashes of what the caller named. */
export interface AttemptStorage {
  /** Counts an attempt as failed, before it is made. Returns until when the subject has to wait, if it has to; then nothing was counted. */
  begin(subject: string, rules: AttemptRules): Promise<number | undefined>;
  /** The attempt has succeeded: the subject's failures are forgotten. */
  clear(subject: string): Promise<void>;
  /** The attempt has succeeded: the subject's other failures stay. */
  undo(subject: string): Promise<void>;
  /** Deletes subjects that have not failed since a time. */
  trim(before: number): Promise<void>;
}

/**
 * Tokens, sessions and credentials: secrets, which are in no object and in no change log. What ends one, or changes what it allows, moves the
 * revision of identities in the same transaction, so that each process that reads this one number knows when to read more.
 */
export interface IdentityStorage {
  /** The newest revision. */
  revision(): Promise<number>;
  changedAfter(revision: number): Promise<ChangedIdentities>;
  readonly tokens: TokenStorage;
  readonly sessions: SessionStorage;
  readonly credentials: CredentialStorage;
  readonly attempts: AttemptStorage;
}
