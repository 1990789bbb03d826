import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

/** The parts of an OpenAPI document that say what is answered. */
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface DescribedResponse {
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

interface DescribedParameter {
  readonly name: string;
  readonly in: string;
  readonly schema: { readonly examples?: readonly unknown[] };
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

export interface DescribedOperation {
  readonly operationId: string;
  readonly method: string;
  /** With `{name}` where the object's name stands. */
  readonly path: string;
  readonly parameters: readonly DescribedParameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
  /** By status: what the document has as `default` stands here for each status that its problem may have. */
  readonly responses: Readonly<Record<string, PlacedResponse>>;
}

/** A response and the key of the operation it stands under. */
export interface PlacedResponse extends DescribedResponse {
  readonly key: string;
}

const METHODS: readonly string[] = ["get", "head", "post", "put", "patch", "delete", "options"];
const ROOT = "openapi.json";

/** An OpenAPI document that answers can be held against. */
export class DescribedApi {
  readonly operations: readonly DescribedOperation[];
  /** The one for several objects. */
  readonly batch: DescribedOperation | undefined;
  /** Those that every model has; a plugin's own endpoints answer what their author likes. */
  readonly generated: readonly DescribedOperation[];
  readonly #document: Document;
  readonly #ajv: Ajv2020;
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(file: URL) {
    this.#document = JSON.parse(readFileSync(file, "utf8")) as Document;
    this.#ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(this.#ajv);
    this.#ajv.addSchema(this.#document, ROOT);
    this.operations = Object.entries(this.#document.paths).flatMap(([path, item]) =>
      METHODS.filter((method) => Object.hasOwn(item, method)).map((method) => this.#operation(path, method)),
    );
    this.batch = this.operations.find(({ operationId }) => operationId === "doBatch");
    this.generated = this.operations.filter(
      (operation) => operation !== this.batch && !/^\/apis\/(?:console\.|uc\.)?api\./.test(operation.path),
    );
  }

  /**
   * What is wrong with `value` by the schema of the document that stands at `pointer`; members that the schema does not name are wrong
   * too, whether it lets them pass or not.
   */
  problemsOf(value: unknown, pointer: readonly string[]): readonly string[] {
    const ref = `${ROOT}#/${pointer.map(escapeSegment).join("/")}`;
    const validate = this.#validators.get(ref) ?? this.#ajv.compile({ $ref: ref, unevaluatedProperties: false });
    this.#validators.set(ref, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }

  /** Where in the document something stands, once the references on the way are followed. */
  pointerTo(...path: readonly string[]): readonly string[] {
    let pointer: readonly string[] = [];
    for (const segment of path) pointer = this.#followed([...pointer, segment]);
    return pointer;
  }

  #followed(pointer: readonly string[]): readonly string[] {
    const { $ref } = this.at(pointer) as { $ref?: unknown };
    return typeof $ref === "string" ? this.#followed($ref.slice(2).split("/").map(unescapeSegment)) : pointer;
  }

  #operation(path: string, method: string): DescribedOperation {
    const item = this.#document.paths[path] as { parameters?: unknown[] };
    const operation = this.at(["paths", path, method]) as Omit<DescribedOperation, "requestBody"> & {
      readonly requestBody?: object;
    };
    const { requestBody, ...others } = operation;
    const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
    const responses = Object.keys(operation.responses).flatMap((key) => this.#responses([path, method], key));
    return {
      ...others,
      method: method.toUpperCase(),
      path,
      parameters: parameters.map((parameter) => this.#parameter(parameter)),
      ...(requestBody && {
        requestBody: this.#resolved(requestBody) as NonNullable<DescribedOperation["requestBody"]>,
      }),
      responses: Object.fromEntries(responses.toReversed()),
    };
  }

  /** The responses that a key of an operation stands for, by status. */
  #responses(operation: readonly string[], key: string): readonly (readonly [string, PlacedResponse])[] {
    const pointer = this.pointerTo("paths", ...operation, "responses", key);
    const response = { ...(this.at(pointer) as DescribedResponse), key };
    if (key !== "default") return [[key, response]];
    const schema = this.pointerTo(...pointer, "content", "application/problem+json", "schema");
    const statuses = this.at([...schema, "properties", "status", "enum"]) as readonly number[];
    return statuses.map((status) => [String(status), response]);
  }

  #parameter(value: unknown): DescribedParameter {
    const parameter = this.#resolved(value) as DescribedParameter;
    return { ...parameter, schema: this.#resolved(parameter.schema) as DescribedParameter["schema"] };
  }

  #resolved(value: unknown): unknown {
    const { $ref } = value as { $ref?: string };
    return $ref === undefined ? value : this.at($ref.slice(2).split("/").map(unescapeSegment));
  }

  /** What stands at a place of the document. */
  at(pointer: readonly string[]): object {
    return pointer.reduce<object>((value, segment) => {
      const next = (value as Record<string, unknown>)[segment];
      if (typeof next !== "object" || next === null)
        throw new Error(`The document has nothing at /${pointer.join("/")}`);
      return next;
    }, this.#document);
  }
}

function escapeSegment(segment: string): string {
  return encodeURIComponent(segment.replaceAll("~", "~0").replaceAll("/", "~1"));
}

function unescapeSegment(segment: string): string {
  return decodeURIComponent(segment).replaceAll("~1", "/").replaceAll("~0", "~");
}
