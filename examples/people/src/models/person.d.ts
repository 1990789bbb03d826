import { type Extension, type Integer } from "@cmgen/model";
export interface PersonSpec {
  /** Full name. @maxLength 100 */
  name: string;
  /** @minimum 0 @maximum 150 */
  age?: Integer;
  gender?: "MALE" | "FEMALE";
  tags?: string[];
  /** Another person. */
  otherPerson?: Person;
}
export interface PersonStatus {
  /** Set by the welcome controller for people who ask for it. */
  greeting?: string;
}
export interface Person extends Extension<PersonSpec, PersonStatus> {}
declare const _default: import("@cmgen/model").ModelDeclaration<Person>;
export default _default;
//# sourceMappingURL=person.d.ts.map
