import { isProblem } from "@cmgen/client";
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { endedSession } from "./ended-session.js";
import { callerQuery } from "./session.js";
import { sessionToken } from "./token.js";

/** The cache of what the service answered. The end of a session is noticed here, whoever asked. */
export function createQueries(): QueryClient {
  const notice = (error: unknown): void => {
    const wasKnown = queries.getQueryData(callerQuery.queryKey)?.isAuthenticated ?? sessionToken.get() !== undefined;
    if (wasKnown && isProblem(error, "Unauthorized")) endedSession.set(true);
  };
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: notice }),
    // A password that is refused is no session that has ended.
    mutationCache: new MutationCache({
      onError: (error, ...[, , mutation]) => {
        if (mutation.meta?.["isSignIn"] !== true) notice(error);
      },
    }),
    // The client repeats what may be repeated.
    defaultOptions: { queries: { retry: false }, mutations: { retry: false } },
  });
  return queries;
}
