import type { Rule } from "./rule.js";
import { bodiesHaveMethods } from "./rules/bodies-have-methods.js";
import { boundsAgree } from "./rules/bounds-agree.js";
import { defaultsFit } from "./rules/defaults-fit.js";
import { derivedNamesAreUnique } from "./rules/derived-names-are-unique.js";
import { endpointPathsHaveForm } from "./rules/endpoint-paths-have-form.js";
import { endpointsAreUnique } from "./rules/endpoints-are-unique.js";
import { examplesFit } from "./rules/examples-fit.js";
import { groupIsAllowed } from "./rules/group-is-allowed.js";
import { hooksAreOfTheStorageVersion } from "./rules/hooks-are-of-the-storage-version.js";
import { hooksAreOneSetAModel } from "./rules/hooks-are-one-set-a-model.js";
import { immutableItemsAreKeyed } from "./rules/immutable-items-are-keyed.js";
import { indexNamesAreAllowed } from "./rules/index-names-are-allowed.js";
import { indexPathsEndInScalars } from "./rules/index-paths-end-in-scalars.js";
import { kindHasForm } from "./rules/kind-has-form.js";
import { listKeysAreScalars } from "./rules/list-keys-are-scalars.js";
import { listKindsAreFree } from "./rules/list-kinds-are-free.js";
import { modulePathsCanBeImported } from "./rules/module-paths-can-be-imported.js";
import { multiIndexesHaveNoOrder } from "./rules/multi-indexes-have-no-order.js";
import { oneVersionIsStored } from "./rules/one-version-is-stored.js";
import { queriesAreFlat } from "./rules/queries-are-flat.js";
import { referencesCanBeKept } from "./rules/references-can-be-kept.js";
import { resourceNamesHaveForm } from "./rules/resource-names-have-form.js";
import { resourcesAreUnique } from "./rules/resources-are-unique.js";
import { rulePathsExist } from "./rules/rule-paths-exist.js";
import { schedulesHaveTimes } from "./rules/schedules-have-times.js";
import { statusCanBeWritten } from "./rules/status-can-be-written.js";
import { tagsApply } from "./rules/tags-apply.js";
import { typesHaveValues } from "./rules/types-have-values.js";
import { unionsAreToldApart } from "./rules/unions-are-told-apart.js";
import { versionsAgree } from "./rules/versions-agree.js";
import { versionsAgreeOnIndexes } from "./rules/versions-agree-on-indexes.js";
import { versionsAgreeOnReferences } from "./rules/versions-agree-on-references.js";
import { versionsAreConverted } from "./rules/versions-are-converted.js";
import { versionHasForm } from "./rules/version-has-form.js";

/** Every rule, in the order of the spec's sections. A new rule is a file and a line here. */
export const rules: readonly Rule[] = [
  modulePathsCanBeImported,
  groupIsAllowed,
  versionHasForm,
  kindHasForm,
  resourceNamesHaveForm,
  resourcesAreUnique,
  listKindsAreFree,
  derivedNamesAreUnique,
  statusCanBeWritten,
  typesHaveValues,
  unionsAreToldApart,
  tagsApply,
  boundsAgree,
  defaultsFit,
  examplesFit,
  listKeysAreScalars,
  immutableItemsAreKeyed,
  indexNamesAreAllowed,
  indexPathsEndInScalars,
  referencesCanBeKept,
  multiIndexesHaveNoOrder,
  versionsAgreeOnIndexes,
  versionsAgreeOnReferences,
  rulePathsExist,
  hooksAreOneSetAModel,
  oneVersionIsStored,
  versionsAgree,
  versionsAreConverted,
  hooksAreOfTheStorageVersion,
  endpointPathsHaveForm,
  endpointsAreUnique,
  bodiesHaveMethods,
  queriesAreFlat,
  schedulesHaveTimes,
];
