import { ApiProblem, type ClientOptions } from "@cmgen/client";
import type { Objects, ProblemDetails } from "@cmgen/model";
import { ApiError } from "@cmgen/runtime";
import type {
  ConsoleApiClient,
  PeopleClient,
  PersonIndexes,
  PersonInput,
  StoredPerson,
} from "../../examples/people/src/generated/v1alpha1/client.js";

/** What makes clients of the people service: the generated module, or any other that is to do the same. */
export interface PeopleModule {
  readonly createPeopleClient: (options: ClientOptions) => PeopleClient;
  readonly createConsoleApiClient: (options: ClientOptions) => ConsoleApiClient;
}

/** The people, by whatever has the interface of objects: a client, or the code of the service itself. */
export type People = Objects<StoredPerson, PersonInput, PersonIndexes, {}, { readonly signal?: AbortSignal }>;

/** What a rule is shown with. */
export interface Shown {
  readonly people: People;
  /** A name of the rule's own. */
  readonly name: string;
  /** What the service has under a name, read without the client; `undefined` if nothing. */
  readonly stored: (name: string) => Promise<unknown>;
}

/** One sentence of the contract as a user of objects sees it, and the calls that show it. */
export interface ObjectRule {
  readonly rule: string;
  readonly holds: (shown: Shown) => Promise<void>;
}

/** What a rule for clients alone is shown with. */
export interface ShownClient extends Shown {
  readonly people: PeopleClient;
  /** The plugin's own endpoints. */
  readonly consoleApi: ConsoleApiClient;
}

/** As {@link ObjectRule}, of what only clients have. */
export interface ClientRule {
  readonly rule: string;
  readonly holds: (shown: ShownClient) => Promise<void>;
}

type Change = Omit<Partial<PersonInput>, "metadata" | "spec"> & {
  readonly metadata?: Partial<PersonInput["metadata"]>;
  readonly spec?: Partial<PersonInput["spec"]>;
};

/** A person as callers send it. `spec.name` is unique, so it is the object's name. */
export function person(name: string, change: Change = {}): PersonInput & { metadata: { name: string } } {
  return { ...change, metadata: { ...change.metadata, name }, spec: { name, ...change.spec } };
}

/** A refusal, by whichever way it came. */
export type Refusal = Pick<ApiProblem, "code" | "status" | "errors"> &
  Partial<Pick<ProblemDetails, "currentVersion" | "index" | "value" | "owner" | "indexes">>;

/** The refusal that a call rejects with. A service's own code gets it as the cause of an error, where the code is wrong. */
export async function refusal(call: Promise<unknown>): Promise<Refusal> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ApiProblem) return error;
  const own = error instanceof ApiError ? error : error instanceof Error ? error.cause : undefined;
  if (own instanceof ApiError) return { ...own.extras, code: own.code, status: own.status, errors: own.errors };
  throw new Error("The call should be refused", { cause: error });
}

/** The names of objects, in their order. */
export function namesOf(objects: readonly { readonly metadata: { readonly name: string } }[]): readonly string[] {
  return objects.map(({ metadata }) => metadata.name);
}
