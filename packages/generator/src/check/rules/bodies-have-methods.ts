import { diagnose } from "../../diagnostic/diagnose.js";
import type { Rule } from "../rule.js";

/** A request by `GET` or `DELETE` has no body that means anything (RFC 9110, 9.3.1 and 9.3.5). */
export const bodiesHaveMethods: Rule = function* ({ project }) {
  for (const { method, types } of project.endpoints.flatMap(({ endpoints }) => endpoints)) {
    if (types?.body === undefined || (method !== "GET" && method !== "DELETE")) continue;
    yield diagnose("CM6101", types.body.span, { member: "body", problem: `has no meaning in a ${method} request` });
  }
};
