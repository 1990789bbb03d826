import { queryOptions } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { transport } from "./connection.js";
import { readDocument, type ServiceDocument } from "./read-document.js";

/** Read once for a page: a service that is upgraded serves another console, too. */
export const documentQuery = queryOptions({
  queryKey: ["document"],
  queryFn: async ({ signal }) =>
    readDocument(await transport.value({ method: "GET", path: "/openapi.json", options: { signal } })),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

export const ServiceContext = createContext<ServiceDocument | undefined>(undefined);

/** What the service has. The shell shows no page before that is known. */
export function useService(): ServiceDocument {
  const document = useContext(ServiceContext);
  if (document === undefined) throw new Error("A page was shown before the service's document was read.");
  return document;
}
