import type { ts } from "ts-morph";

import type { EndpointMethod } from "../../model/model.js";
import { compiler } from "../compiler.js";
import { runtimeName } from "./module-syntax.js";

/** A call that makes a route, or a decorator that does. */
export interface RouteCall {
  readonly method: EndpointMethod;
  /** The argument that says the path. */
  readonly path: ts.Expression | undefined;
  /** What `typed<…>()` beside the path is given; absent for a route without types. */
  readonly types?: ts.TypeNode;
  /** What a doc comment stands before. */
  readonly documented: ts.Node;
}

/** What a module says of routes: the calls that make them, and the calls of `typed` that stand beside no path. */
export interface RouteCalls {
  readonly routes: readonly RouteCall[];
  readonly stray: readonly ts.CallExpression[];
}

/** The functions and decorators of the runtime that make routes. `route` says its method itself. */
const methods: Readonly<Record<string, EndpointMethod>> = {
  get: "GET",
  post: "POST",
  put: "PUT",
  patch: "PATCH",
  del: "DELETE",
  Get: "GET",
  Post: "POST",
  Put: "PUT",
  Patch: "PATCH",
  Delete: "DELETE",
};

/** Finds the routes of a module by its syntax: both styles call what they import from the runtime. */
export function routeCalls(file: ts.SourceFile): RouteCalls {
  const calls = callsIn(file).map((call) => ({ call, name: runtimeName(file, call.expression) }));
  const typed = new Set(calls.filter(({ name }) => name === "typed").map(({ call }) => call));
  const routes = calls.flatMap(({ call, name }): readonly RouteCall[] => {
    const method = name !== undefined && Object.hasOwn(methods, name) ? methods[name] : undefined;
    const [path, second] = call.arguments;
    const documented = compiler.isDecorator(call.parent) ? call.parent.parent : call;
    if (method !== undefined) return [{ method, path, documented, ...typesOf(second, typed) }];
    const said = name === "route" ? methodSaid(path) : undefined;
    return said === undefined ? [] : [{ method: said, path: second, documented }];
  });
  return { routes, stray: [...typed] };
}

/** The types beside a path; its call is then no longer a stray one. */
function typesOf(argument: ts.Expression | undefined, typed: Set<ts.CallExpression>): { readonly types?: ts.TypeNode } {
  if (argument === undefined || !compiler.isCallExpression(argument)) return {};
  const [types] = argument.typeArguments ?? [];
  return types !== undefined && typed.delete(argument) ? { types } : {};
}

function methodSaid(argument: ts.Expression | undefined): EndpointMethod | undefined {
  const text = argument && compiler.isStringLiteralLike(argument) ? argument.text : undefined;
  return Object.values(methods).find((method) => method === text);
}

function callsIn(node: ts.Node): readonly ts.CallExpression[] {
  const calls: ts.CallExpression[] = compiler.isCallExpression(node) ? [node] : [];
  compiler.forEachChild(node, (child) => void calls.push(...callsIn(child)));
  return calls;
}
