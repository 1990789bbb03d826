import type { BodilessTypes, EndpointTypes, Typed } from "./endpoint-types.js";
import {
  defineEndpoints,
  type EndpointClass,
  type Endpoints,
  type Handler,
  type Route,
  type TypedHandler,
} from "./endpoints.js";
import { type PathHandler, type PathParams, typedRoute, type Untyped, untypedRoute } from "./template-route.js";

/** A method that answers requests, in the annotated style. What it takes is checked where it is annotated. */
type EndpointMethod = (context: never) => unknown;

interface MethodRoute {
  readonly method: string;
  readonly path: string;
  readonly declared: Typed<EndpointTypes> | Untyped;
}

const apiVersions = new WeakMap<EndpointClass, string>();
const methodRoutes = new WeakMap<EndpointMethod, readonly MethodRoute[]>();

/**
 * Marks a class of endpoints with the group and version it belongs to (spec 4.3, rule 2). A class without the mark is ignored.
 *
 *     @ApiVersion("console.api.people.example.com/v1alpha1")
 *     export default class Greetings {
 *       @Get("/people/{name}/greeting")
 *       async greet({ params }: EndpointContext<{ name: string }>): Promise<Response> { … }
 *     }
 */
export function ApiVersion(apiVersion: string): (target: EndpointClass, context: ClassDecoratorContext) => void {
  return (target) => {
    apiVersions.set(target, apiVersion);
  };
}

type EndpointDecorator<Method> = (method: Method, context: ClassMethodDecoratorContext) => void;

/** Decorates a method that answers requests of one HTTP method and one path template. */
interface EndpointAnnotation<Allowed extends EndpointTypes = EndpointTypes> {
  <Path extends string>(path: Path, options?: Untyped): EndpointDecorator<PathHandler<Path>>;
  <Path extends string, Types extends Allowed>(
    path: Path,
    types: Typed<Types>,
  ): EndpointDecorator<TypedHandler<PathParams<Path>, Types>>;
}

function methodDecorator(method: string): EndpointAnnotation {
  return (path: string, declared: Typed<EndpointTypes> | Untyped = {}) =>
    (target: EndpointMethod) => {
      methodRoutes.set(target, [...(methodRoutes.get(target) ?? []), { method, path, declared }]);
    };
}

/** Serves `GET` of a path template below the class's group and version. */
export const Get: EndpointAnnotation<BodilessTypes> = methodDecorator("GET");
export const Post = methodDecorator("POST");
export const Put = methodDecorator("PUT");
export const Patch = methodDecorator("PATCH");
export const Delete: EndpointAnnotation<BodilessTypes> = methodDecorator("DELETE");

/** The endpoints of a marked class, of which one instance is made; undefined for a class without the mark. */
export function annotatedEndpoints(source: EndpointClass): Endpoints | undefined {
  const apiVersion = apiVersions.get(source);
  if (apiVersion === undefined) return undefined;
  return defineEndpoints({ apiVersion, routes: routesOf(new source()) });
}

function routesOf(instance: object): readonly Route[] {
  return methodsOf(instance).flatMap((target) =>
    (methodRoutes.get(target) ?? []).map(({ method, path, declared: { isTyped, ...options } }) => {
      // The decorator has compared the method with the handler that its path and types ask for.
      const handler = target.bind(instance) as Handler;
      const declaration = { ...options, method, path };
      return isTyped === true ? typedRoute(declaration, handler) : untypedRoute(declaration, handler);
    }),
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
