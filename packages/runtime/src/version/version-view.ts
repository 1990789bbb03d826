import { apiVersionOf } from "@cmgen/model";
import { parseJsonText } from "@cmgen/model/internal";
import { isJsonObject, type JsonObject } from "../document/json-object.js";
import { FieldMask } from "../document/field-mask.js";
import { plainCopy } from "../document/plain-copy.js";
import type { Conversion, ModelDescriptor } from "../model/model-descriptor.js";
import { ConversionError } from "./conversion-error.js";
import { kindDefaults, StoredShape } from "./stored-shape.js";

/** An object of some version of a kind. */
export interface VersionedObject {
  apiVersion: string;
  kind: string;
  metadata: { readonly name: string };
  spec?: unknown;
  status?: unknown;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * The objects of a kind, as one of its versions shows them. All of them are kept as the storage version has them, but for those that were
 * stored when another version was it: their bytes say so, and they are converted whenever they are read. A version that is not the storage
 * version always shows what the storage version has, converted, so that all versions show the same object.
 */
export class VersionView {
  /** The version shown. */
  readonly model: ModelDescriptor;
  /** The version that objects are stored as. */
  readonly storage: ModelDescriptor;
  /** Whether the kind has no other version: then nothing is ever converted. */
  readonly isOnly: boolean;
  #mask: FieldMask | undefined;
  readonly #shape: StoredShape;
  readonly #plugin: string | undefined;
  readonly #storedVersion: string;
  /** How the bytes of an object begin that need not be converted. */
  readonly #head: Uint8Array;

  /**
   * @param plugin whose conversions they are, for the log.
   * @param shape of the kind. Default: that of this version and the storage version, of which any bytes may lack defaults.
   */
  constructor(model: ModelDescriptor, plugin?: string, shape?: StoredShape) {
    this.model = model;
    this.storage = model.storage ?? model;
    this.#shape = shape ?? new StoredShape(kindDefaults([this.model, this.storage]));
    this.isOnly = this.storage.conversions === undefined;
    this.#plugin = plugin;
    this.#storedVersion = apiVersionOf(this.storage);
    this.#head = encoder.encode(`${JSON.stringify({ apiVersion: this.#storedVersion }).slice(0, -1)},`);
  }

  /** The same view, of somebody who is not shown these fields besides. */
  hiding(mask: FieldMask): VersionView {
    const view = new VersionView(this.model, this.#plugin, this.#shape);
    view.#mask = mask;
    return view;
  }

  /** The fields that are not shown; undefined if there are none. What is shown as bytes lacks them, and what is read to be changed does not. */
  get mask(): FieldMask | undefined {
    return this.#mask;
  }

  /** The view of callers, who are not shown secret fields: the same one if there are none. */
  get ofCallers(): VersionView {
    const { model, storage } = this;
    // Bytes of the change log may be of the storage version.
    const fields = [...(model.secrets ?? []), ...(this.isStorage ? [] : (storage.secrets ?? []))];
    return fields.length === 0 ? this : this.hiding(new FieldMask(fields));
  }

  get isStorage(): boolean {
    return this.model === this.storage;
  }

  /** Whether bytes that are read from now on may lack defaults. Asked before they are read: it may end before they are shown. */
  get mayLack(): boolean {
    return this.#shape.mayLack;
  }

  /** Changes when the kind's objects look different though nobody has changed them; absent where they never do. */
  get shapeTag(): string | undefined {
    return this.#shape.tag;
  }

  /**
   * An object out of the store as the storage version has it, whichever version it was stored as. Defaults that it lacks are written into
   * it, so it must be the caller's own.
   *
   * @throws {ConversionError} when its conversion fails or no version is declared that it could be of.
   */
  stored<T extends VersionedObject>(object: T): T {
    return this.#stored(object, structuredClone);
  }

  #stored<T extends VersionedObject>(object: T, copy: Copy): T {
    const { storage } = this;
    // What says no version is not of another one.
    const apiVersion = versionOf(object) ?? this.#storedVersion;
    this.#shape.fillIn(object, apiVersion);
    if (apiVersion === this.#storedVersion) return object;
    const step: Step = { target: storage, from: versionIn(apiVersion), name: object.metadata.name };
    const conversion = this.#conversionOf(step, step.from);
    return this.#converted(object, step, conversion && ((parts) => conversion.from(copy(parts), undefined)));
  }

  /**
   * An object of the storage version as this version has it.
   *
   * @throws {ConversionError} when its conversion fails.
   */
  shown<T extends VersionedObject>(object: T): T {
    return this.#shown(object, structuredClone);
  }

  #shown<T extends VersionedObject>(object: T, copy: Copy): T {
    const { model, storage } = this;
    if (this.isStorage) return object;
    const step: Step = { target: model, from: storage.version, name: object.metadata.name };
    const conversion = this.#conversionOf(step, model.version);
    return this.#converted(object, step, conversion && ((parts) => conversion.to(copy(parts))));
  }

  /**
   * What an object of this version is stored as.
   *
   * @param before what it takes the place of, as the storage version has it.
   * @throws {ConversionError} when its conversion fails.
   */
  toStorage<T extends VersionedObject>(object: T, before: VersionedObject | undefined): T {
    const { model, storage } = this;
    if (this.isStorage) return object;
    const step: Step = { target: storage, from: model.version, name: object.metadata.name };
    const conversion = this.#conversionOf(step, model.version);
    const old = before && structuredClone(partsOf(before));
    return this.#converted(object, step, conversion && ((parts) => conversion.from(structuredClone(parts), old)));
  }

  /** An object out of the store as this version shows it. */
  shownObject(data: Uint8Array): VersionedObject {
    return this.#shown(this.#stored(readBytes(data), asItIs), asItIs);
  }

  /**
   * The bytes of an object out of the store as bytes of this version: the same bytes, where they are what this version shows.
   *
   * @param mayLack whether they may lack defaults.
   */
  shownBytes(data: Uint8Array, mayLack: boolean): Uint8Array {
    return this.masked(this.#wholeBytes(data, mayLack));
  }

  /** The bytes of an object as this version has it, without what is not shown. */
  masked(data: Uint8Array): Uint8Array {
    return this.mask?.shownBytes(data) ?? data;
  }

  /** The same of an object that is about to be printed. */
  maskedObject<T>(object: T): T {
    return this.mask?.shown(object) ?? object;
  }

  #wholeBytes(data: Uint8Array, mayLack: boolean): Uint8Array {
    if (!this.#isOfShown(data)) return encoder.encode(JSON.stringify(this.shownObject(data)));
    if (!mayLack) return data;
    const object = readBytes(data);
    return this.#shape.fillIn(object, this.#storedVersion) ? encoder.encode(JSON.stringify(object)) : data;
  }

  /**
   * The same for an object out of the change log, where it is of a revision. The log may have changes from when the kind had another version:
   * they are not of this one, though the objects now are. And it may have changes from before defaults were declared.
   *
   * @throws {ConversionError} for an object of a version that is no longer declared.
   */
  loggedBytes(data: Uint8Array, revision: number): Uint8Array {
    const mayLack = revision <= this.#shape.lackUpTo;
    if (!this.isOnly || this.isOfStorage(data)) return this.shownBytes(data, mayLack);
    this.stored(readBytes(data));
    return this.masked(data);
  }

  /** Whether bytes out of the store are what this version shows. */
  isAsStored(data: Uint8Array, mayLack: boolean): boolean {
    return !mayLack && this.#isOfShown(data) && this.mask?.mayTouch(data) !== true;
  }

  /** Whether all bytes out of the store are what this version shows. */
  showsAllAsStored(mayLack: boolean): boolean {
    return this.isOnly && !mayLack && this.mask === undefined;
  }

  /** Whether bytes out of the store are of the version that is shown. */
  #isOfShown(data: Uint8Array): boolean {
    return this.isOnly || (this.isStorage && this.isOfStorage(data));
  }

  /** Whether bytes out of the store begin as those of the storage version do. */
  isOfStorage(data: Uint8Array): boolean {
    return startsWith(data, this.#head);
  }

  #conversionOf(step: Step, version: string): Conversion | null {
    const conversion = this.storage.conversions?.get(version);
    if (conversion !== undefined) return conversion;
    const fix = "declare it again, and run `cmgen migrate objects` before you remove it";
    throw this.#failure(step, new Error(`The plugin declares no version ${version} of the kind: ${fix}`));
  }

  #converted<T extends VersionedObject>(object: T, step: Step, convert: ((parts: JsonObject) => unknown) | null): T {
    const parts = convert === null ? this.#ownParts(object) : this.#run(step, () => convert(partsOf(object)));
    const { metadata } = object;
    const apiVersion = apiVersionOf(step.target);
    const made = { apiVersion, kind: step.target.kind, metadata, ...parts };
    this.#shape.fillIn(made, apiVersion);
    // The members of an object in the order they are stored in; which they are, T says.
    return made as T;
  }

  /** The parts of an object that another version has as they are, but for defaults of its own, which are not for the object itself. */
  #ownParts(object: VersionedObject): JsonObject {
    return this.#shape.hasDefaults ? structuredClone(partsOf(object)) : partsOf(object);
  }

  #run(step: Step, convert: () => unknown): JsonObject {
    try {
      return readParts(convert());
    } catch (error) {
      throw this.#failure(step, error);
    }
  }

  /** The caller learns which object it is, and where else it can be read; why it fails is for the log. */
  #failure({ from, target, name }: Step, cause: unknown): ConversionError {
    const to = target.version;
    const { group, kind, singular, version, served } = this.storage;
    const owner = this.#plugin === undefined ? "" : ` of the plugin ${this.#plugin}`;
    const what = `The conversion${owner} from ${from} to ${to} failed on the ${group} ${kind} ${name}; \`cmgen doctor\` finds all such objects`;
    const otherwise = from === version && served !== false ? ` Read or change it as ${version}.` : "";
    return new ConversionError(
      `The ${singular} ${JSON.stringify(name)} cannot be converted from ${from} to ${to}.${otherwise} The service's log has the cause.`,
      new Error(what, { cause }),
    );
  }
}

/**
 * How the argument of a conversion is made. The functions are the plugin's and might change it: it is a copy, unless the object is nobody
 * else's.
 */
type Copy = (parts: JsonObject) => JsonObject;

const asItIs: Copy = (parts) => parts;

/** A conversion of one object, for errors. */
interface Step {
  readonly target: ModelDescriptor;
  readonly from: string;
  readonly name: string;
}

/** The store holds nothing but objects of the kind. */
function readBytes(data: Uint8Array): VersionedObject {
  return parseJsonText(decoder.decode(data)) as VersionedObject;
}

function versionOf({ apiVersion }: { readonly apiVersion?: string }): string | undefined {
  return apiVersion;
}

/** `<group>/<version>`. */
function versionIn(apiVersion: string): string {
  return apiVersion.slice(apiVersion.indexOf("/") + 1);
}

function partsOf({ spec, status }: { readonly spec?: unknown; readonly status?: unknown }): JsonObject {
  return { ...(spec !== undefined && { spec }), ...(status !== undefined && { status }) };
}

/** @throws {TypeError} for anything but an object with `spec` and `status` of plain JSON. */
function readParts(returned: unknown): JsonObject {
  const made: unknown = plainCopy(returned, { most: Infinity });
  if (!isJsonObject(made)) throw new TypeError("It returned something else than { spec, status }");
  const unknown = Object.keys(made).filter((member) => member !== "spec" && member !== "status");
  if (unknown.length === 0) return partsOf(made);
  throw new TypeError(`It returned ${unknown.join(", ")}: a conversion returns spec and status, and nothing else`);
}

function startsWith(data: Uint8Array, head: Uint8Array): boolean {
  if (data.length < head.length) return false;
  for (let at = 0; at < head.length; at++) if (data[at] !== head[at]) return false;
  return true;
}
