export { createPersonRouter, personModel } from "./person/resource.js";
export type { Person, StoredPerson, PersonInput, PersonList, PersonIndexes, PersonSpec, PersonStatus, } from "./person/types.js";
//# sourceMappingURL=models.d.ts.map