import { aggregateRules } from "./rules/aggregates.js";
import { limitRules } from "./rules/limits.js";
import { createRules } from "./rules/create.js";
import { deleteRules } from "./rules/delete.js";
import { envelopeRules } from "./rules/envelope.js";
import { errorRules } from "./rules/errors.js";
import { listRules } from "./rules/lists.js";
import { namingRules } from "./rules/naming.js";
import { patchRules } from "./rules/patch.js";
import { readRules } from "./rules/read.js";
import { serviceRules } from "./rules/service.js";
import { statusRules } from "./rules/status.js";
import { updateRules } from "./rules/update.js";
import type { Rule } from "./rule.js";

/** The rules of the HTTP API, by heading. */
export const rules: Readonly<Record<string, readonly Rule[]>> = {
  Requests: envelopeRules,
  Errors: errorRules,
  "Objects: create": createRules,
  "Objects: read": readRules,
  "Objects: update": updateRules,
  "Objects: patch": patchRules,
  "Objects: delete": deleteRules,
  "Objects: status": statusRules,
  "Objects: names, labels, finalizers": namingRules,
  Limits: limitRules,
  Lists: listRules,
  "Counts and sums": aggregateRules,
  "Endpoints and the service": serviceRules,
};
