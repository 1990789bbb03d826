import { ClientProvider } from "@cmgen/client/react";
import { useAllPeople, usePeople, usePeopleQueries } from "@cmgen-examples/people/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement, type ReactElement, type ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";

const request = { size: 10, live: true } as const;
let asked = 0;
const options = {
  baseUrl: "http://127.0.0.1:1",
  fetch: async () => {
    asked += 1;
    throw new TypeError("nobody is there");
  },
};

function Page(): ReactElement {
  const { data, status } = usePeople(request);
  const { isPending } = useAllPeople();
  const { queryKey } = usePeopleQueries().list({ size: 10 });
  return createElement(
    "p",
    {},
    [status, data?.items[0]?.spec.name ?? "nobody", String(isPending), queryKey[4]].join(" "),
  );
}

function below(queries: QueryClient, ...children: ReactNode[]): ReactElement {
  return createElement(
    QueryClientProvider,
    { client: queries },
    createElement(ClientProvider, { options }, ...children),
  );
}

it("a page is rendered on a server as it is before anything is fetched, and fetches and follows nothing", () => {
  expect(renderToString(below(new QueryClient(), createElement(Page)))).toBe("<p>pending nobody true size=10</p>");
  expect(asked).toBe(0);
});

it("what was prefetched is rendered", () => {
  const queries = new QueryClient();
  const metadata = { name: "ann", version: 1, creationTimestamp: "2024-01-01T00:00:00.000Z" };
  const key = [options.baseUrl, "people.example.com/v1alpha1", "people", "list", "size=10"];
  queries.setQueryData(key, { metadata: { resourceVersion: "1" }, items: [{ metadata, spec: { name: "Ann" } }] });
  expect(renderToString(below(queries, createElement(Page)))).toBe("<p>success Ann true size=10</p>");
});

it("without a provider the hooks say what to do", () => {
  const alone = createElement(QueryClientProvider, { client: new QueryClient() }, createElement(Page));
  expect(() => renderToString(alone)).toThrow("Put <ClientProvider options={{ baseUrl }}> around the page");
});
