import { Name } from "ajv";

/** What every function that Ajv compiles calls its variables. */
export const functionNames = {
  errors: new Name("errors"),
  vErrors: new Name("vErrors"),
  instancePath: new Name("instancePath"),
};
