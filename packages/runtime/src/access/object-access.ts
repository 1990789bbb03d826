import type { SelectableObject } from "../list/match-selection.js";
import type { Visibility } from "../list/plan-list.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import type { VersionView } from "../version/version-view.js";
import type { ResourceVerb } from "./access-definition.js";
import type { Identity } from "./authenticator.js";
import type { Caller } from "./caller.js";
import type { FieldPath } from "./field-path.js";
import type { Rights } from "./rights.js";
import type { Scope } from "./scope.js";
import { readingVisibility, selectingVisibility } from "./visibility.js";

/** Who asks, and what all its roles allow. */
export interface AccessOf {
  readonly caller: Caller;
  readonly rights: Rights;
  /** Undefined for a caller without credentials. */
  readonly identity?: Identity | undefined;
  /** Whether the caller's credentials and rights are still these. */
  readonly isValid: () => boolean;
  /** Whether some objects of a model may not be changed or removed because of the rights that they give. */
  readonly isGuarded?: (model: ModelDescriptor) => boolean;
  /** Asserts that the caller may write, or remove, an object that gives rights. */
  readonly assertGrant?: (object: GrantedObject) => Promise<void>;
}

/** An object that may give rights to somebody. */
export interface GrantedObject {
  readonly model: ModelDescriptor;
  readonly name: string;
  /** Its `spec`. */
  readonly fields: unknown;
  /** The `spec` of the object that it takes the place of. */
  readonly before?: unknown;
  /** Whether it is there already, and is about to be changed or removed. */
  readonly isStored?: boolean;
}

/** What is asked of a resource. */
export interface Asked {
  readonly verb: ResourceVerb;
  /** Empty for the resource itself. */
  readonly subresource?: string;
}

/** What a caller may do with the objects of a model, within one request. Each scope is found out once. */
export class ObjectAccess {
  readonly #view: VersionView;
  readonly #of: AccessOf;
  readonly #asked: Asked;
  #scopes = new Map<string, Scope>();

  constructor(view: VersionView, of: AccessOf, asked: Asked) {
    this.#view = view;
    this.#of = of;
    this.#asked = asked;
  }

  get caller(): Caller {
    return this.#of.caller;
  }

  /** Undefined for a caller without credentials. */
  get identity(): Identity | undefined {
    return this.#of.identity;
  }

  /** Whether the caller's credentials and rights are still these. */
  get isValid(): () => boolean {
    return this.#of.isValid;
  }

  /**
   * The objects that the caller may do with what is asked.
   *
   * @throws {ApiError} as the constructor of {@link Scope} does.
   */
  get scope(): Scope {
    return this.#scopeOf(this.#asked);
  }

  /**
   * What the caller's selectors can find for what is asked; undefined if that is everything. A caller can only select by what it may read, and
   * every plan of a caller's selector takes this.
   */
  get visibility(): Visibility | undefined {
    const { verb, subresource = "" } = this.#asked;
    const reads = subresource === "" && (verb === "get" || verb === "list" || verb === "watch");
    return reads ? readingVisibility(this.scope) : selectingVisibility(this.scope, this.sight);
  }

  /** The objects that the caller may read. */
  get sight(): Scope {
    return this.#scopeOf({ verb: "get" });
  }

  /** The objects whose former versions the caller may read, if it may read them themselves. */
  get past(): Scope {
    return this.#scopeOf({ verb: "get", subresource: "history" });
  }

  /** Whether the caller may read an object in a history, and not only as it is now. */
  seesPast(stored: SelectableObject): boolean {
    return this.sight.covers(stored) && this.past.covers(stored);
  }

  /** Whether it may read every object, and its history. */
  get seesWholePast(): boolean {
    return [this.sight, this.past].every((scope) => scope.rows === undefined && !scope.isEmpty);
  }

  /** The fields of a version that an answer leaves out: those that a read would, and those that rules about the history hide. */
  hiddenInPast(stored: SelectableObject): readonly FieldPath[] {
    return [...this.sight.hiddenIn(stored), ...this.past.hiddenIn(stored)];
  }

  /**
   * Asserts that an object gives nobody rights that the caller has not.
   *
   * @throws {ApiError} `Forbidden`; `Invalid` for one that names something that there is not.
   */
  async assertGrant(object: SelectableObject, before?: SelectableObject): Promise<void> {
    const { storage: model } = this.#view;
    await this.#of.assertGrant?.({ model, name: object.metadata.name, fields: object.spec, before: before?.spec });
  }

  /** Whether {@link assertChangeable} may refuse. */
  get isGuarded(): boolean {
    return this.#of.isGuarded?.(this.#view.storage) === true;
  }

  /**
   * Asserts that an object that is there gives nobody rights that the caller has not: it could take them over, or take them away.
   *
   * @throws {ApiError} `Forbidden`.
   */
  async assertChangeable(object: SelectableObject): Promise<void> {
    const { storage: model } = this.#view;
    await this.#of.assertGrant?.({ model, name: object.metadata.name, fields: object.spec, isStored: true });
  }

  /** Something else that the caller asks of the same resource. */
  for(asked: Asked): ObjectAccess {
    const access = new ObjectAccess(this.#view, this.#of, asked);
    access.#scopes = this.#scopes;
    return access;
  }

  /** The same caller with another model. */
  to(view: VersionView, asked: Asked): ObjectAccess {
    return new ObjectAccess(view, this.#of, asked);
  }

  /** Whether an object exists for the caller: it may read it, or do with it what is asked. */
  sees(stored: SelectableObject): boolean {
    return this.sight.covers(stored) || this.scope.covers(stored);
  }

  /** The fields of an object that an answer leaves out: those that a read would, or, where the caller cannot read it, those of what is asked. */
  hiddenIn(stored: SelectableObject): readonly FieldPath[] {
    const { sight, scope } = this;
    return (sight.covers(stored) ? sight : scope).hiddenIn(stored);
  }

  #scopeOf({ verb, subresource = "" }: Asked): Scope {
    const key = `${verb}/${subresource}`;
    const known = this.#scopes.get(key);
    if (known !== undefined) return known;
    const { storage } = this.#view;
    const { rights, caller } = this.#of;
    const scope = rights.scope(storage, { verb, subresource }, caller);
    this.#scopes.set(key, scope);
    return scope;
  }
}
