import { diagnose } from "../../diagnostic/diagnose.js";
import type { Rule } from "../rule.js";

/** A path template is made of segments that are text or one parameter, each named once. */
export const endpointPathsHaveForm: Rule = function* ({ project }) {
  for (const { path, span } of project.endpoints.flatMap(({ endpoints }) => endpoints)) {
    const problem = problemOf(path);
    if (problem !== undefined) yield diagnose("CM6107", span, { path, problem });
  }
};

function problemOf(path: string): string | undefined {
  if (!path.startsWith("/")) return "it does not start with a slash";
  const segments = path.slice(1).split("/");
  const wrong = segments.find((segment) => !/^(?:[^{}]+|\{[A-Za-z_][A-Za-z0-9_]*\})$/.test(segment));
  if (wrong !== undefined)
    return wrong === "" ? "a segment of it is empty" : `\`${wrong}\` is neither text nor a parameter`;
  const relative = segments.find((segment) => segment === "." || segment === "..");
  if (relative !== undefined) return `no request has the segment \`${relative}\`: it means a folder in a URL`;
  const names = segments.filter((segment) => segment.startsWith("{"));
  const twice = names.find((name, at) => names.indexOf(name) < at);
  return twice && `it has the parameter \`${twice}\` twice`;
}
