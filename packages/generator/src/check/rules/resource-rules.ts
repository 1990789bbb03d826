import { checkApiVersion, checkGroup, checkKind, checkResourceName } from "@cmgen/model/internal";

import { diagnose } from "../../diagnostic/diagnose.js";
import type { Rule } from "../rule.js";

/**
 * Names of a resource have their forms (spec 2.1, 9): a group is a DNS subdomain and none of the platform's, a version is `v1` or `v1alpha1`,
 * a kind is in PascalCase, since it names types, and plural and singular are lowercase, since they are segments of paths.
 */
export const namesHaveForm: Rule = function* ({ models, config }) {
  for (const { group, version, kind, plural, singular, attributeSpans: spans } of models) {
    for (const { keyword, message: problem } of checkGroup(group, config.reservedGroupSuffixes))
      yield diagnose(keyword === "reserved" ? "CM2002" : "CM2001", spans.group, { group, problem });
    for (const { message: problem } of checkApiVersion(version))
      yield diagnose("CM2003", spans.version, { version, problem });
    for (const { message: problem } of checkKind(kind)) yield diagnose("CM2004", spans.kind, { kind, problem });
    for (const [attribute, name] of [["plural", plural] as const, ["singular", singular] as const])
      for (const { message: problem } of checkResourceName(name))
        yield diagnose("CM2005", spans[attribute], { attribute, name, problem });
  }
};

/**
 * No kind is that of another's lists: `<Kind>List` is what a list of objects says it is (HTTP API, Lists). `openapi.json` has those of all
 * versions.
 */
export const listKindsAreFree: Rule = function* ({ models }) {
  const kinds = new Set(models.map(({ kind }) => `${kind}List`));
  for (const { kind, attributeSpans } of models) {
    if (kinds.has(kind)) yield diagnose("CM2008", attributeSpans.kind, { kind, other: kind.slice(0, -"List".length) });
  }
};

/** With `status` a subresource, it is not required: the main endpoint, which creates objects, leaves it alone (HTTP API, Objects). */
export const statusCanBeWritten: Rule = function* ({ models }) {
  for (const { statusSubresource, status, kind } of models) {
    if (statusSubresource && status?.required === true) yield diagnose("CM2009", status.span, { kind });
  }
};
