import { endpointBaseProblem, SERVICE_BASE } from "@cmgen/model/internal";

import { diagnose } from "../../diagnostic/diagnose.js";
import { queryParameter, queryProperties } from "../../model/endpoint-types.js";
import { baseTitle } from "../../model/base-title.js";
import { isDescriptorOf } from "../../model/is-descriptor-of.js";
import { otherVersions } from "../../model/kind-versions.js";
import type { Rule } from "../rule.js";

/**
 * Generated code imports the plugin's modules. Node.js takes the path of an import for a URL, in which these characters mean something else;
 * TypeScript takes it for the path of a file, so that no way to write it suits both.
 */
export const modulePathsCanBeImported: Rule = function* ({ project }) {
  const { models, hooks, controllers, schedules, endpoints } = project;
  const all = [...models, ...hooks, ...controllers, ...schedules, ...endpoints];
  for (const module of new Set(all.map(({ module: path }) => path))) {
    const character = /[#%?\\]/.exec(module)?.[0];
    const start = { line: 1, column: 1 };
    if (character !== undefined) yield diagnose("CM1061", { file: module, start, end: start }, { module, character });
  }
};

/** A model has one set of hooks: of two, nothing would say whose come first. */
export const hooksAreOneSetAModel: Rule = function* ({ project }) {
  const first = new Map<string, string>();
  for (const { module, model } of project.hooks) {
    if (model === undefined) continue;
    const key = `${model.module} ${model.name}`;
    const other = first.get(key);
    if (other === undefined) first.set(key, module);
    else yield diagnose("CM6003", model.span, { model: model.name, other });
  }
};

/** Hooks are of the version that objects are stored as: those of another would not see what is written through the rest. */
export const hooksAreOfTheStorageVersion: Rule = function* ({ project }) {
  for (const { model: imported } of project.hooks) {
    if (imported === undefined) continue;
    const found = otherVersions(project).find(({ model }) => isDescriptorOf(imported, model));
    if (found === undefined) continue;
    const { kind, version } = found.model;
    yield diagnose("CM9006", imported.span, { kind, version, storage: found.storage.version });
  }
};

/** A path of the plugin's own that its endpoints are below is not one of the service's. */
export const endpointsHaveTheirOwnPath: Rule = function* ({ project }) {
  for (const { base, baseSpan } of project.endpoints) {
    const isOwn = base !== undefined && (baseTitle(base) === base || base.startsWith(`${SERVICE_BASE}/`));
    const problem = isOwn ? endpointBaseProblem(base) : undefined;
    if (problem !== undefined) yield diagnose("CM6108", baseSpan, { path: base ?? "", problem });
  }
};

/** Of two endpoints with one method and one form of path the second would never be reached. */
export const endpointsAreUnique: Rule = function* ({ project }) {
  const first = new Map<string, string>();
  for (const { base = "", module, endpoints } of project.endpoints) {
    for (const { method, path, span } of base === "" ? [] : endpoints) {
      const key = `${method} ${base}${path.replace(/\{[^}]*\}/g, "{}")}`;
      const other = first.get(key);
      if (other === undefined) first.set(key, `${module}:${span.start.line}`);
      else yield diagnose("CM6105", span, { method, path: base + path, other });
    }
  }
};

/**
 * What an endpoint is called with can be read: its path template has segments that are text or one parameter, each named once; a request by
 * `GET` or `DELETE` has no body that means anything (RFC 9110, 9.3.1 and 9.3.5); and a query parameter is a text in an address, so its type
 * says which value the text means.
 */
export const requestsCanBeRead: Rule = function* ({ project, lookup }) {
  for (const { path, span, method, types } of project.endpoints.flatMap(({ endpoints }) => endpoints)) {
    const problem = problemOfPath(path);
    if (problem !== undefined) yield diagnose("CM6107", span, { path, problem });
    if (types?.body !== undefined && (method === "GET" || method === "DELETE"))
      yield diagnose("CM6101", types.body.span, { member: "body", problem: `has no meaning in a ${method} request` });
    if (types?.query === undefined) continue;
    const properties = queryProperties(lookup, types.query.type);
    if (properties === undefined) {
      const wrong = "its type is not an object with named properties";
      yield diagnose("CM6106", types.query.span, { name: "query", problem: wrong });
    }
    for (const { name, type, span: place } of properties ?? []) {
      if (queryParameter(lookup, type) !== undefined) continue;
      yield diagnose("CM6106", place, { name, problem: "a text does not say which value of its type it means" });
    }
  }
};

function problemOfPath(path: string): string | undefined {
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
