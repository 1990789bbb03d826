import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { ProblemNotice } from "../design/problem-notice.js";
import { readCreateSearch } from "../create/create-search.js";
import { readListSearch } from "../list/list-search.js";
import { readObjectSearch } from "../object/object-search.js";
import { consolePath } from "../api/page-address.js";
import { NothingHere } from "../shell/nothing-here.js";
import { Shell } from "../shell/shell.js";
import { readChangesSearch } from "../start/changes-search.js";
import { StartPage } from "../start/start-page.js";
import { loadPage } from "./load-page.js";
import { parseSearch, printSearch } from "./search-text.js";

interface RouteContext {
  readonly queries: QueryClient;
}

const rootRoute = createRootRouteWithContext<RouteContext>()({ component: Shell, notFoundComponent: NothingHere });

const startRoute = createRoute({ getParentRoute: () => rootRoute, path: "/", component: StartPage });

/** As in the API's own paths, so that one can be made of the other. */
const listRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/$group/$version/$plural",
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => loadPage(() => import("../list/list-page.js")), "ListPage"),
});

const objectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/$group/$version/$plural/$name",
  validateSearch: readObjectSearch,
  component: lazyRouteComponent(() => loadPage(() => import("../object/object-page.js")), "ObjectPage"),
});

/** No group of a plugin is called `-`. */
const changesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/-/changes",
  validateSearch: readChangesSearch,
  component: lazyRouteComponent(() => loadPage(() => import("../start/operator/changes-page.js")), "ChangesPage"),
});

const accessRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/-/access",
  component: lazyRouteComponent(() => loadPage(() => import("../access/access-page.js")), "AccessPage"),
});

const tokensRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/-/tokens",
  component: lazyRouteComponent(() => loadPage(() => import("../access/tokens-page.js")), "TokensPage"),
});

const extendedPageRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/-/pages/$plugin/$page",
  component: lazyRouteComponent(() => loadPage(() => import("../extension/extended-page.js")), "ExtendedPage"),
});

const newRoute = createRoute({
  getParentRoute: () => rootRoute,
  // No name of an object begins so.
  path: "/$group/$version/$plural/-/new",
  validateSearch: readCreateSearch,
  component: lazyRouteComponent(() => loadPage(() => import("../create/create-page.js")), "CreatePage"),
});

const importRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/-/import",
  component: lazyRouteComponent(() => loadPage(() => import("../import/import-page.js")), "ImportPage"),
});

const routeTree = rootRoute.addChildren([
  startRoute,
  changesRoute,
  accessRoute,
  tokensRoute,
  importRoute,
  extendedPageRoute,
  listRoute,
  newRoute,
  objectRoute,
]);

// The type of what it returns has the types of all routes in it, which pages know by the registration below.
export function createConsoleRouter(queries: QueryClient) {
  return createRouter({
    routeTree,
    basepath: consolePath,
    context: { queries },
    parseSearch,
    stringifySearch: printSearch,
    defaultPreload: "intent",
    scrollRestoration: true,
    defaultErrorComponent: PageError,
  });
}

function PageError({ error, reset }: { readonly error: unknown; readonly reset: () => void }): ReactElement {
  return <ProblemNotice error={error} onRetry={reset} />;
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
