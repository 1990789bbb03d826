import type { RoleBindingFields, RoleFields } from "@cmgen/model";
import type { AccessControl, RoleSource } from "../access/access-control.js";
import type { RoleModels } from "../access/grants.js";
import type { FieldTest } from "../access/read-roles.js";
import type { RoleObject } from "../access/role-objects.js";
import { ApiError } from "../error/api-error.js";
import type { Service } from "../host/service.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { readFieldTest } from "./schema-fields.js";

/** How long roles are relied on after they were changed, if the changes cannot be read. */
const MOST_STALE_MS = 5000;

/** The pause before they are read again. */
const AGAIN_MS = 500;

interface FollowedFrom {
  readonly models: RoleModels;
  readonly openapi: URL;
}

/**
 * Keeps the roles and bindings that are objects up to date in this process: it follows the change log, and reads all of them when one has changed. They
 * are few.
 */
class FollowedRoles implements RoleSource {
  readonly #service: Service;
  readonly #access: AccessControl;
  readonly #models: RoleModels;
  readonly #openapi: URL;
  hasField: FieldTest | undefined;
  #following: Promise<void> | undefined;
  /** Since when what is known may be out of date; undefined while it is not. */
  #staleSince: number | undefined = 0;
  #reading: Promise<void> | undefined;
  #isStopped = false;
  #stop: (() => void) | undefined;

  constructor(service: Service, access: AccessControl, { models, openapi }: FollowedFrom) {
    this.#service = service;
    this.#access = access;
    this.#models = models;
    this.#openapi = openapi;
  }

  /**
   * Resolves when the roles are known.
   *
   * @throws {ApiError} `NotReady` if they cannot be read: nothing is allowed that may no longer be.
   */
  async known(): Promise<void> {
    if (this.isReliable()) return;
    try {
      await this.#follow();
      await this.#read();
    } catch (cause) {
      throw new ApiError("NotReady", "The service cannot read its roles. Try again later.", {
        headers: { "retry-after": "2" },
        cause,
      });
    }
  }

  async refresh(): Promise<void> {
    await this.#follow();
    this.#staleSince ??= performance.now();
    // One that is under way may have begun before.
    await this.#reading?.catch(() => undefined);
    await this.#read();
  }

  isReliable(): boolean {
    // Before they were read for the first time, nothing is known.
    if (this.#staleSince === undefined) return true;
    return this.#staleSince > 0 && performance.now() - this.#staleSince < MOST_STALE_MS;
  }

  stop(): void {
    this.#isStopped = true;
    this.#stop?.();
  }

  /** Resolves once all later changes are seen. */
  async #follow(): Promise<void> {
    this.#following ??= this.#service.changes
      .follow({
        changed: (changes) => {
          if (changes.some((change) => this.#isOurs(change))) this.#changed();
        },
        missed: () => this.#changed(),
      })
      .then((stop) => void (this.#stop = stop));
    try {
      await this.#following;
    } catch (error) {
      this.#following = undefined;
      throw error;
    }
  }

  #isOurs({ group, plural }: { readonly group: string; readonly plural: string }): boolean {
    const { role, binding } = this.#models;
    return [role, binding].some((model) => model.group === group && model.plural === plural);
  }

  #changed(): void {
    this.#staleSince ??= performance.now();
    void this.#readAgain();
  }

  async #readAgain(): Promise<void> {
    while (!this.#isStopped && this.#staleSince !== undefined) {
      try {
        await this.#read();
      } catch (error) {
        this.#service.log.error({ err: error }, "the roles cannot be read");
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS).unref());
      }
    }
  }

  /** What was changed while they were read is read again. */
  #read(): Promise<void> {
    this.#reading ??= this.#readOnce().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  async #readOnce(): Promise<void> {
    const before = this.#staleSince;
    this.#staleSince = undefined;
    try {
      const { role, binding } = this.#models;
      this.hasField ??= await readFieldTest(this.#openapi);
      const roles = await this.#objectsOf<RoleFields>(role);
      const bindings = await this.#objectsOf<RoleBindingFields>(binding);
      const { log } = this.#service;
      this.#access.setRoleObjects(
        { roles, bindings },
        {
          refused: (name, { message: reason }) =>
            log.error({ role: name, reason }, "a role cannot be read: it gives no rights"),
          unasked: (name, { message: reason }) =>
            log.warn({ role: name, reason }, "a rule of a role cannot be asked of some callers: it gives them nothing"),
        },
      );
    } catch (error) {
      this.#staleSince = before ?? performance.now();
      throw error;
    }
  }

  async #objectsOf<Fields>(model: ModelDescriptor): Promise<readonly RoleObject<Fields>[]> {
    const objects: RoleObject<Fields>[] = [];
    for await (const { metadata, spec } of this.#service.resource(model).each())
      // What is stored keeps the model's schema.
      objects.push({ name: metadata.name, fields: (spec ?? {}) as Fields });
    return objects;
  }
}

/** Follows the roles of a service whose roles can be edited while it runs. Returns what stops it. `openapi` is where its document is. */
export function followRoles(service: Service, openapi: URL): () => void {
  const { access } = service;
  if (access?.roleModels === undefined) return () => undefined;
  const followed = new FollowedRoles(service, access, { models: access.roleModels, openapi });
  access.readRolesFrom(followed);
  return () => followed.stop();
}
