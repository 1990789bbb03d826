import type { ObjectMeta, ObjectMetaInput, ResourceList, StoredObjectMeta } from "@cmgen/model";
export interface PersonSpec {
    /**
     * Full name.
     *
     * @maxLength 100
     */
    name: string;
    /**
     * @type integer
     * @minimum 0
     * @maximum 150
     */
    age?: number;
    gender?: "MALE" | "FEMALE";
    tags?: string[];
    /** Another person. */
    otherPerson?: Person;
}
export interface PersonStatus {
    /** Set by the welcome controller for people who ask for it. */
    greeting?: string;
}
/** A Person of people.example.com/v1alpha1. */
export interface Person {
    apiVersion: "people.example.com/v1alpha1";
    kind: "Person";
    metadata: ObjectMeta;
    /** Desired state, declared by the user. */
    spec: PersonSpec;
    /** Actual state, maintained by controllers. */
    status?: PersonStatus;
}
/** A Person as the service answers it. */
export interface StoredPerson extends Person {
    metadata: StoredObjectMeta;
}
/** A Person as a caller sends it. */
export interface PersonInput {
    apiVersion?: "people.example.com/v1alpha1";
    kind?: "Person";
    metadata: ObjectMetaInput;
    /** Desired state, declared by the user. */
    spec: PersonSpec;
    /** Actual state, maintained by controllers. */
    status?: PersonStatus;
}
/** A page of people. */
export interface PersonList extends ResourceList<StoredPerson> {
    apiVersion: "people.example.com/v1alpha1";
    kind: "PersonList";
}
/** What people can be selected by, and sorted by where an index has one value. */
export type PersonIndexes = {
    "spec.name": {
        value: string;
        multi: false;
    };
    "spec.age": {
        value: number;
        multi: false;
    };
    "initial": {
        value: string;
        multi: false;
    };
    "spec.tags": {
        value: string;
        multi: true;
    };
};
//# sourceMappingURL=types.d.ts.map