import { ApiProblem, type ClientOptions } from "@cmgen/client";
import type {
  ConsoleApiClient,
  PeopleClient,
  PersonInput,
} from "../../examples/people/src/generated/v1alpha1/client.js";

/** What makes clients of the people service: the generated module, or any other that is to do the same. */
export interface PeopleModule {
  readonly createPeopleClient: (options: ClientOptions) => PeopleClient;
  readonly createConsoleApiClient: (options: ClientOptions) => ConsoleApiClient;
}

/** What a rule is shown with. */
export interface Shown {
  readonly people: PeopleClient;
  /** The plugin's own endpoints. */
  readonly consoleApi: ConsoleApiClient;
  /** A name of the rule's own. */
  readonly name: string;
  /** What the service has under a name, read without the client; `undefined` if nothing. */
  readonly stored: (name: string) => Promise<unknown>;
}

/** One sentence of the contract as a user of the client sees it, and the calls that show it. */
export interface ClientRule {
  readonly rule: string;
  readonly holds: (shown: Shown) => Promise<void>;
}

type Change = Omit<Partial<PersonInput>, "metadata" | "spec"> & {
  readonly metadata?: Partial<PersonInput["metadata"]>;
  readonly spec?: Partial<PersonInput["spec"]>;
};

/** A person as callers send it. `spec.name` is unique, so it is the object's name. */
export function person(name: string, change: Change = {}): PersonInput & { metadata: { name: string } } {
  return { ...change, metadata: { ...change.metadata, name }, spec: { name, ...change.spec } };
}

/** The error that a call rejects with. */
export async function refusal(call: Promise<unknown>): Promise<ApiProblem> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ApiProblem) return error;
  throw new Error("The call should fail with an ApiProblem", { cause: error });
}

/** The names of objects, in their order. */
export function namesOf(objects: readonly { readonly metadata: { readonly name: string } }[]): readonly string[] {
  return objects.map(({ metadata }) => metadata.name);
}
