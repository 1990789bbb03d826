import { diagnose } from "../../diagnostic/diagnose.js";
import type { Rule } from "../rule.js";

/** Of two endpoints with one method and one form of path the second would never be reached. */
export const endpointsAreUnique: Rule = function* ({ project }) {
  const first = new Map<string, string>();
  for (const { apiVersion, module, endpoints } of project.endpoints) {
    for (const { method, path, span } of apiVersion === undefined ? [] : endpoints) {
      const key = `${apiVersion} ${method} ${path.replace(/\{[^}]*\}/g, "{}")}`;
      const other = first.get(key);
      if (other === undefined) first.set(key, `${module}:${span.start.line}`);
      else yield diagnose("CM6105", span, { method, path, apiVersion: apiVersion ?? "", other });
    }
  }
};
