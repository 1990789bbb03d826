import type { SharedNames } from "../../render/document-names.js";
import { problemResponses } from "./problems.js";
import { sharedResponses } from "./shared-responses.js";
import { sharedSchemas } from "./shared-schemas.js";

/** What is in the document of some plugin beside what it is made of: no plugin's own names are among these. */
export const sharedNames: SharedNames = {
  schemas: Object.keys(sharedSchemas({ hasNestedModels: true, hasEndpoints: true })),
  responses: Object.keys({ ...sharedResponses, ...problemResponses({ hasHooks: true, hasEndpoints: true }) }),
};
