import { type Violation } from "@cmgen/runtime/codegen";
/** Every violation of Person's schema, none for a valid object. Writes defaults into `value`. */
export declare function validatePerson(value: unknown): readonly Violation[];
//# sourceMappingURL=validator.d.ts.map