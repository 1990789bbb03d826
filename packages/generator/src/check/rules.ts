import type { Rule } from "./rule.js";
import { boundsAgree } from "./rules/bounds-agree.js";
import { columnsAreFields } from "./rules/columns-are-fields.js";
import { derivedNamesAreUnique } from "./rules/derived-names-are-unique.js";
import * as indexes from "./rules/index-rules.js";
import * as logic from "./rules/logic-rules.js";
import { referencesCanBeKept } from "./rules/references-can-be-kept.js";
import * as resources from "./rules/resource-rules.js";
import { resourcesAreUnique } from "./rules/resources-are-unique.js";
import * as secrets from "./rules/secrets-are-kept.js";
import { schedulesHaveTimes } from "./rules/schedules-have-times.js";
import { tagsApply } from "./rules/tags-apply.js";
import { typesHaveValues } from "./rules/types-have-values.js";
import { unionsAreToldApart } from "./rules/unions-are-told-apart.js";
import { defaultsFit, examplesFit, immutableItemsAreKeyed, listKeysAreScalars } from "./rules/value-rules.js";
import * as versions from "./rules/version-rules.js";
import { versionsAreConverted } from "./rules/versions-are-converted.js";

/** The rules that look at tags. */
export const tagRules: readonly Rule[] = [
  tagsApply,
  boundsAgree,
  defaultsFit,
  examplesFit,
  listKeysAreScalars,
  immutableItemsAreKeyed,
];

/** Every rule; of a module with several, each export is one. Their order does not matter: what they find is sorted. */
export const rules: readonly Rule[] = [
  ...Object.values(resources),
  resourcesAreUnique,
  derivedNamesAreUnique,
  columnsAreFields,
  typesHaveValues,
  unionsAreToldApart,
  ...tagRules,
  ...Object.values(indexes),
  referencesCanBeKept,
  ...Object.values(secrets),
  ...Object.values(logic),
  schedulesHaveTimes,
  ...Object.values(versions),
  versionsAreConverted,
];
