import { partsOf } from "./map-type.js";
import type { Model } from "./model.js";
import type { TypeLookup } from "./type-at-path.js";
import type { Type } from "./type.js";

/** What is looked for in types. */
export interface Sought {
  readonly lookup: TypeLookup;
  readonly isSought: (type: Type) => boolean;
  /** Whether it is looked for in objects of models that stand inside, too. Default `true`. */
  readonly entersModels?: boolean;
}

/** What one named type or model has in its own text. */
interface Node {
  readonly hasSought: boolean;
  readonly mentions: readonly Key[];
}

/** A named type by its name, a model by itself. */
type Key = string | Model;

/** Finds out in which types something is, through references too. Only what the asked types lead to is looked at. */
export class TypeSearch {
  readonly #sought: Sought;
  readonly #nodes = new Map<Key, Node>();
  readonly #bearing = new Map<Key, boolean>();
  readonly #endless = new Map<string, boolean>();

  constructor(sought: Sought) {
    this.#sought = sought;
  }

  bears(type: Type): boolean {
    const { hasSought, mentions } = this.#nodeOf([type]);
    return hasSought || mentions.some((key) => this.#isBearing(key));
  }

  bearsNamed(name: string): boolean {
    return this.#isBearing(name);
  }

  /** Whether a named type leads to itself. */
  isEndless(name: string): boolean {
    const isEndless = this.#endless.get(name) ?? this.#reached(this.#nodeAt(name).mentions).has(name);
    this.#endless.set(name, isEndless);
    return isEndless;
  }

  #isBearing(start: Key): boolean {
    const known = this.#bearing.get(start);
    if (known !== undefined) return known;
    const reached = this.#reached([start]);
    const found = [...reached].some((key) => this.#bearing.get(key) === true || this.#nodeAt(key).hasSought);
    // Where nothing is found, there is nothing in all that was reached either.
    for (const key of found ? [start] : reached) this.#bearing.set(key, found);
    return found;
  }

  #reached(from: readonly Key[]): ReadonlySet<Key> {
    const reached = new Set(from);
    // A set goes through what is added to it on the way.
    for (const key of reached) for (const mentioned of this.#nodeAt(key).mentions) reached.add(mentioned);
    return reached;
  }

  #nodeAt(key: Key): Node {
    const roots = (): readonly (Type | undefined)[] =>
      typeof key === "string" ? [this.#sought.lookup.typeNamed(key)?.type] : [key.spec?.type, key.status?.type];
    const node = this.#nodes.get(key) ?? this.#nodeOf(roots().filter((type) => type !== undefined));
    this.#nodes.set(key, node);
    return node;
  }

  #nodeOf(roots: readonly Type[]): Node {
    const { lookup, isSought, entersModels = true } = this.#sought;
    const mentions: Key[] = [];
    // The array grows while it is gone through.
    const types = [...roots];
    for (const type of types) {
      const model = type.shape === "model" && entersModels ? lookup.modelOf(type) : undefined;
      if (type.shape === "ref") mentions.push(type.name);
      if (model !== undefined) mentions.push(model);
      types.push(...partsOf(type));
    }
    return { hasSought: types.some(isSought), mentions };
  }
}
