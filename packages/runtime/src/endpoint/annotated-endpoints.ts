import { defineEndpoints, type EndpointClass, type Endpoints, type Handler, type Route } from "./endpoints.js";
import { route } from "./template-route.js";

/** A method that answers requests, in the annotated style. */
type EndpointMethod = Handler;

interface MethodRoute {
  readonly method: string;
  readonly path: string;
}

const apiVersions = new WeakMap<EndpointClass, string>();
const methodRoutes = new WeakMap<EndpointMethod, readonly MethodRoute[]>();

/**
 * Marks a class of endpoints with the group and version it belongs to (spec 4.3, rule 2). A class without the mark is ignored.
 *
 *     @ApiVersion("console.api.people.example.com/v1alpha1")
 *     export default class Greetings {
 *       @Get("/people/{name}/greeting")
 *       async greet(request: Request, context: EndpointContext): Promise<Response> { … }
 *     }
 */
export function ApiVersion(apiVersion: string): (target: EndpointClass, context: ClassDecoratorContext) => void {
  return (target) => {
    apiVersions.set(target, apiVersion);
  };
}

type EndpointDecorator = (method: EndpointMethod, context: ClassMethodDecoratorContext) => void;

function methodDecorator(method: string): (path: string) => EndpointDecorator {
  return (path) => (target) => {
    methodRoutes.set(target, [...(methodRoutes.get(target) ?? []), { method, path }]);
  };
}

/** Serves `GET` of a path template below the class's group and version. */
export const Get = methodDecorator("GET");
export const Post = methodDecorator("POST");
export const Put = methodDecorator("PUT");
export const Patch = methodDecorator("PATCH");
export const Delete = methodDecorator("DELETE");

/** The endpoints of a marked class, of which one instance is made; undefined for a class without the mark. */
export function annotatedEndpoints(source: EndpointClass): Endpoints | undefined {
  const apiVersion = apiVersions.get(source);
  if (apiVersion === undefined) return undefined;
  return defineEndpoints({ apiVersion, routes: routesOf(new source()) });
}

function routesOf(instance: object): readonly Route[] {
  return methodsOf(instance).flatMap((method) =>
    (methodRoutes.get(method) ?? []).map((annotation) =>
      route(annotation.method, annotation.path, (request, context) => method.call(instance, request, context)),
    ),
  );
}

/** The methods of an object's class and its base classes, the nearest first. */
function methodsOf(instance: object): readonly EndpointMethod[] {
  const methods = new Map<string, EndpointMethod>();
  for (
    let prototype = instance;
    prototype !== Object.prototype;
    prototype = Object.getPrototypeOf(prototype) as object
  ) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      // Only annotated functions answer requests. Others are not found in the map.
      if (typeof value === "function" && !methods.has(name)) methods.set(name, value as EndpointMethod);
    }
  }
  return [...methods.values()];
}
