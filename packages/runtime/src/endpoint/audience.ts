import { apiVersionOf } from "@cmgen/model";

/** What a group of endpoints is derived from: a model's generated descriptor, or anything with a group and a version. */
export interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

/** The `apiVersion` of endpoints for an administration console: `console.api.<group>/<version>` (spec 4.3, rule 5). */
export function consoleApi({ group, version }: GroupVersion): string {
  return apiVersionOf({ group: `console.api.${group}`, version });
}

/** The `apiVersion` of endpoints for users' own data: `uc.api.<group>/<version>` (spec 4.3, rule 5). */
export function userCenterApi({ group, version }: GroupVersion): string {
  return apiVersionOf({ group: `uc.api.${group}`, version });
}

/** The `apiVersion` of endpoints for the public: `api.<group>/<version>` (spec 4.3, rule 5). */
export function publicApi({ group, version }: GroupVersion): string {
  return apiVersionOf({ group: `api.${group}`, version });
}
