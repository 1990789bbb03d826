import type { ObjectMetaInput, StoredObjectMeta } from "@cmgen/model";
import type { ObjectState } from "@cmgen/model/internal";
import type { ClientOptions } from "./client-options.js";
import { createResourceClient } from "./create-resource-client.js";
import type { ResourceClient } from "./resource-client.js";

/** The types as generated code spells them. */
export interface PersonSpec {
  name: string;
  age?: number;
  tags?: string[];
}

export interface StoredPerson {
  apiVersion: "people.example.com/v1alpha1";
  kind: "Person";
  metadata: StoredObjectMeta;
  spec: PersonSpec;
  status?: { greeting?: string };
}

export interface PersonInput {
  apiVersion?: "people.example.com/v1alpha1";
  kind?: "Person";
  metadata: ObjectMetaInput;
  spec: PersonSpec;
  status?: { greeting?: string };
}

export interface PersonIndexes {
  "spec.name": { value: string; multi: false };
  "spec.age": { value: number; multi: false };
  "spec.admin": { value: boolean; multi: false };
  "spec.gender": { value: "MALE" | "FEMALE"; multi: false };
  "spec.level": { value: 1 | 2 | 10; multi: false };
  "spec.home": { value: `/${string}`; multi: false };
  "spec.tags": { value: string; multi: true };
  "spec.about.words": { value: string; multi: true; search: true };
  "spec.bytes": { value: string; multi: false; int64: true };
  "spec.born": { value: string | Date; multi: false };
}

export type PeopleClient = ResourceClient<StoredPerson, PersonInput, PersonIndexes>;

export function createPeopleClient(options: ClientOptions): PeopleClient {
  return createResourceClient<StoredPerson, PersonInput, PersonIndexes>(options, {
    group: "people.example.com",
    version: "v1alpha1",
    plural: "people",
    singular: "person",
    kind: "Person",
  });
}

export const collection = "/apis/people.example.com/v1alpha1/people";

/** The uid of the object of a name. */
export function uidOf(name: string): string {
  return `uid-of-${name}`;
}

/** The state of an object, as `ifMatch` takes it. */
export function stateOf(name: string, version: number): ObjectState {
  return { uid: uidOf(name), version };
}

export function person(name: string, version = 1): StoredPerson {
  return {
    apiVersion: "people.example.com/v1alpha1",
    kind: "Person",
    metadata: { name, uid: uidOf(name), creationTimestamp: "2024-01-01T00:00:00.000Z", version },
    spec: { name },
  };
}

/** A list's body. */
export function peopleList(
  items: readonly StoredPerson[],
  metadata: { resourceVersion: string; continue?: string },
): object {
  const flags = { first: true, last: true, hasNext: false, hasPrevious: false };
  return { apiVersion: "people.example.com/v1alpha1", kind: "PersonList", metadata, page: 1, size: 0, ...flags, items };
}
