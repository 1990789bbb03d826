import { checkObjectName } from "@cmgen/model/internal";
import type { StoredReset, StoredSession } from "@cmgen/store";
import { anonymous, type WriteOrigin } from "../access/caller.js";
import { ApiError } from "../error/api-error.js";
import type { Service } from "../host/service.js";
import { hashInTurn } from "../identity/hash-queue.js";
import { LIFETIME_MILLISECONDS } from "../identity/known-session.js";
import { hashPassword, isCheaper, isPassword, noPassword, parseHash } from "../identity/password-hash.js";
import { newSecret, secretHash } from "../identity/secret.js";
import { type ServiceUsers, type UserState, userStateOf } from "../identity/user-state.js";
import type { ExtensionObject } from "../model/model-descriptor.js";
import type { Resource } from "../resource/resource.js";
import { invalid } from "../resource/invalid.js";
import { AttemptLimits } from "./attempt-limits.js";
import { EMAIL_INDEX, type NewUser, userObject } from "./new-user.js";
import { passwordProblems } from "./password-rules.js";
import { type BegunSession, SessionActs } from "./session-acts.js";
import { createSignedUp, pluginSignUpRefusal, signUpRefusal } from "./signed-up-user.js";

/** How long a token to set a new password is valid. */
const RESET_MILLISECONDS = 86_400_000;

/** Who makes a user that signs up, and from where. */
export type SignUpOrigin = WriteOrigin & Required<Pick<WriteOrigin, "address">>;

/** Who signs in, as they typed it, and from where. */
export interface Login {
  /** By name or by email address. */
  readonly by: "name" | "email";
  readonly login: string;
  readonly password: string;
  readonly address: string;
}

/** What users do with their passwords and sessions. Objects of users are written as all objects are: with their checks and hooks. */
export class Accounts {
  readonly users: ServiceUsers;
  readonly sessions: SessionActs;
  readonly #service: Service;
  readonly #limits: AttemptLimits;
  readonly #objects: Resource<ExtensionObject>;

  constructor(service: Service, users: ServiceUsers) {
    this.users = users;
    this.sessions = new SessionActs(service);
    this.#service = service;
    this.#limits = new AttemptLimits(service.store);
    this.#objects = service.resource(users.model);
  }

  /**
   * Begins a session of somebody who knows a user's password.
   *
   * @throws {ApiError} `Unauthorized` for a user or a password that is not right, whichever it is; `TooManyRequests` if the caller has to wait.
   */
  async signIn(login: Login): Promise<BegunSession> {
    const { user, changedAt } = await this.#verify(login);
    const session = await this.begin(user);
    // The password may have been changed, and all sessions ended, since it was read.
    if ((await this.#service.store.identities.credentials.read(user.uid))?.changedAt === changedAt) return session;
    await this.sessions.end(session.id);
    throw wrong();
  }

  #verify(login: Login): Promise<{ readonly user: UserState; readonly changedAt: number | undefined }> {
    // The attempt is counted when it is its turn: those that wait are bounded.
    return hashInTurn(async () => {
      const succeeded = await this.#limits.signIn(login.login, login.address);
      const user = await this.#userOf(login);
      const { isRight, changedAt } = await this.#check(user?.uid ?? "", login.password);
      if (user === undefined || !isRight || user.isDisabled) throw wrong();
      await succeeded();
      return { user, changedAt };
    });
  }

  /** Makes a user with the hash of a password. @throws {ApiError} as a create of an object does. */
  async createHashed(user: NewUser, hash: string | undefined): Promise<UserState> {
    const made = userStateOf(await this.#objects.create(userObject(this.users, user)));
    if (hash !== undefined) await this.#setPassword(made.uid, hash);
    return made;
  }

  /**
   * Everybody's way to become a user.
   *
   * @throws {ApiError} `Forbidden` where it is closed; `Conflict` for what is taken, whatever it is; `Invalid` with pointers into the body;
   * `TooManyRequests` if the caller has to wait.
   */
  async signUp(user: NewUser, password: string, from: Omit<SignUpOrigin, "actor" | "verb">): Promise<UserState> {
    if (this.users.signUp !== "open")
      throw new ApiError("Forbidden", "Nobody can sign up here: users are made by the operator.");
    const origin = { actor: anonymous.name, verb: "POST /apis/-/sign-up", ...from };
    return this.#signUp(user, password, { origin, refusal: signUpRefusal });
  }

  /**
   * The way of a plugin, which decides itself who may become a user.
   *
   * @throws {ApiError} as a create of an object does, without whose a value is that is taken; `Conflict` for a name or an address that is taken,
   * whichever it is; `Invalid` for a bad password; `TooManyRequests` if the caller has to wait.
   */
  async signUpBy(origin: SignUpOrigin, user: NewUser, password: string): Promise<UserState> {
    return this.#signUp(user, password, { origin, refusal: pluginSignUpRefusal });
  }

  async #signUp(
    user: NewUser,
    password: string,
    { origin, refusal }: { readonly origin: SignUpOrigin; readonly refusal: (error: unknown) => unknown },
  ): Promise<UserState> {
    await this.#limits.signUp(origin.address);
    const others = [user.name, textOf(user.fields["email"])];
    const problems = passwordProblems(password, { path: "/password", others });
    if (problems.length > 0) throw invalid(problems, "The body");
    const hash = await hashInTurn(() => hashPassword(password));
    const made = await createSignedUp({ service: this.#service, users: this.users }, user, origin).catch(
      (error: unknown) => {
        throw refusal(error);
      },
    );
    await this.#setPassword(made.uid, hash);
    return made;
  }

  /** Begins a session of a user who has signed in. */
  begin({ name, uid }: Pick<UserState, "name" | "uid">): Promise<BegunSession> {
    return this.sessions.begin({ name, uid, identity: null, lifetime: LIFETIME_MILLISECONDS });
  }

  /**
   * Changes the password of a user who gives the old one. The user's other sessions end.
   *
   * @throws {ApiError} `Unauthorized` if the old one is wrong, `Invalid` for a bad new one, `TooManyRequests` if the caller has to wait.
   */
  async changePassword(session: StoredSession, change: PasswordChange): Promise<void> {
    const user = await this.find(session.user);
    this.#assertGood(change.next, "/newPassword", user);
    const hash = await hashInTurn(async () => {
      const succeeded = await this.#limits.signIn(session.user, change.address);
      if (!(await this.#check(session.uid, change.old)).isRight) throw wrong();
      await succeeded();
      return hashPassword(change.next);
    });
    await this.#setPassword(session.uid, hash, session.id);
  }

  /** Sets the password of a user, as a plugin may. Sessions of the user end, but for the one with the id `keeps`. */
  async setPassword(name: string, password: string, keeps?: string): Promise<void> {
    const user = await this.get(name);
    this.#assertGood(password, "/password", user);
    await this.#setPassword(user.uid, await hashInTurn(() => hashPassword(password)), keeps);
  }

  /** Makes a token with which a user can set a new password, once, within a day. An earlier one is no longer valid. Returns it. */
  async issueReset(name: string, limit?: ResetLimit): Promise<string> {
    const { uid } = await this.get(name);
    const secret = newSecret("reset");
    const at = this.#service.store.now();
    await this.#service.store.identities.credentials.addReset(uid, {
      hash: secretHash(secret),
      expiresAt: at + RESET_MILLISECONDS,
      limit: limit === undefined ? null : JSON.stringify({ name, ...limit }),
      at,
    });
    return secret;
  }

  /** Sets a new password with such a token. All sessions of the user end. @throws {ApiError} `Unauthorized` for a token that is not valid. */
  async redeemReset(token: string, password: string): Promise<void> {
    const { store } = this.#service;
    const { credentials } = store.identities;
    const hash = secretHash(token);
    // Before anything is hashed, which takes long.
    const reset = await credentials.resetOf(hash, store.now());
    if (reset === undefined) throw badReset();
    this.#assertGood(password, "/password", undefined);
    const hashed = await hashInTurn(() => hashPassword(password));
    if (!(await this.#isWithin(reset))) throw badReset();
    if ((await credentials.redeem(hash, { password: hashed, at: store.now() })) === undefined) throw badReset();
    await this.#service.identities.refresh();
  }

  /** Whether the user has no role that the operator who made the token has not seen. */
  async #isWithin({ uid, limit }: StoredReset): Promise<boolean> {
    if (limit === null) return true;
    // The service has written it.
    const { name, roles } = JSON.parse(limit) as ResetLimit & { readonly name: string };
    const user = await this.find(name);
    if (user === undefined || user.uid !== uid) return false;
    const now = await this.#service.access?.rolesOf(user);
    return now?.every((role) => roles.includes(role)) ?? true;
  }

  /** A user by name; undefined if there is none. */
  async find(name: string): Promise<UserState | undefined> {
    if (checkObjectName(name).length > 0) return undefined;
    const object = await this.#objects.find(name);
    return object && userStateOf(object);
  }

  /** The name of the user who has an email address; undefined if there is none. */
  async nameOfAddress(email: string): Promise<string | undefined> {
    return (await this.#userOf({ by: "email", login: email }))?.name;
  }

  /** @throws {ApiError} `NotFound` */
  async get(name: string): Promise<UserState> {
    const user = await this.find(name);
    if (user === undefined) throw new ApiError("NotFound", `There is no user ${JSON.stringify(name)}.`);
    return user;
  }

  /** All users, in the order of their names. */
  async *all(): AsyncIterable<UserState> {
    for await (const object of this.#objects.each({ sort: ["metadata.name"] })) yield userStateOf(object);
  }

  /** The sessions of a user that have not ended. */
  sessionsOf({ uid }: Pick<UserState, "uid">): Promise<readonly StoredSession[]> {
    return this.#service.store.identities.sessions.ofUser(uid);
  }

  /** Ends all sessions of a user, and revokes the tokens that act for the user. Returns how many there were. */
  async endAll({ uid }: Pick<UserState, "uid">): Promise<number> {
    const { store, identities } = this.#service;
    const ended = await store.identities.credentials.endAll(uid, store.now());
    await identities.refresh();
    return ended;
  }

  /** Disables a user, and ends what the user has; or enables one. */
  async setDisabled(name: string, disabled: boolean): Promise<UserState> {
    const user = await this.get(name);
    // What was left over from the time before must not be valid again.
    if (!disabled) await this.endAll(user);
    const object = await this.#objects.update(name, { spec: { disabled } });
    if (disabled) await this.endAll(user);
    return userStateOf(object);
  }

  async #userOf({ by, login }: Pick<Login, "by" | "login">): Promise<UserState | undefined> {
    if (by === "name") return this.find(login);
    const { items } = await this.#objects.list({
      where: { [EMAIL_INDEX]: login.toLowerCase() },
      size: 1,
      total: false,
    });
    return items[0] && userStateOf(items[0]);
  }

  /** Works as much for a user who does not exist, or has no password. */
  async #check(uid: string, password: string): Promise<{ readonly isRight: boolean; readonly changedAt?: number }> {
    const { credentials } = this.#service.store.identities;
    const known = await credentials.read(uid);
    const stored = known?.password ?? undefined;
    const hash = stored === undefined ? noPassword() : parseHash(stored);
    const isRight = await isPassword(password, hash);
    if (isRight && stored !== undefined && isCheaper(hash))
      await credentials.rehash(uid, stored, await hashPassword(password));
    return { isRight, ...(known !== undefined && { changedAt: known.changedAt }) };
  }

  async #setPassword(uid: string, password: string, keeps?: string): Promise<void> {
    const { store, identities } = this.#service;
    await store.identities.credentials.setPassword(uid, { password, at: store.now(), keeps });
    await identities.refresh();
  }

  #assertGood(password: string, path: string, user: UserState | undefined): void {
    const others = [user?.name, textOf(user?.claims["email"])];
    const problems = passwordProblems(password, { path, others });
    if (problems.length > 0) throw invalid(problems, "The password");
  }
}

/** What a user may be when a token to set a new password is used: else its maker could become more than they are. */
export interface ResetLimit {
  /** The roles that the user may have. */
  readonly roles: readonly string[];
}

export interface PasswordChange {
  readonly old: string;
  readonly next: string;
  readonly address: string;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The same for all that can be wrong: nobody learns who is a user. */
function wrong(): ApiError {
  return new ApiError("Unauthorized", "The user or the password is wrong.", {
    headers: { "www-authenticate": "Bearer" },
  });
}

function badReset(): ApiError {
  return new ApiError("Unauthorized", "The token to set a new password is not known, was used, or has expired.", {
    headers: { "www-authenticate": "Bearer" },
  });
}
