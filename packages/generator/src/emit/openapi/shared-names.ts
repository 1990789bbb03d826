import type { SharedNames } from "../../render/document-names.js";
import { problemResponses } from "./problems.js";
import { sharedResponses } from "./shared-responses.js";
import { sharedSchemas } from "./shared-schemas.js";

/** What may be in the document of any plugin beside what it is made of: no plugin's own names are among these. */
export const sharedNames: SharedNames = {
  schemas: Object.keys(sharedSchemas),
  responses: Object.keys({ ...sharedResponses, ...problemResponses }),
};
