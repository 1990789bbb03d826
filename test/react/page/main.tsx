import { ClientProvider } from "@cmgen/client/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode, useState, version, type ReactElement } from "react";
import { createRoot } from "react-dom/client";
import * as panels from "./panels.js";
import { countingFetch, requests } from "./requests.js";

const queries = new QueryClient();
const baseUrl = new URLSearchParams(location.search).get("service") ?? "";

declare global {
  interface Window {
    requests: typeof requests;
    reactVersion: string;
    /** Shows panels, each by its name and what it is about. */
    show: (names: readonly string[]) => void;
  }
}

const parts: Readonly<Record<string, (about: string) => ReactElement>> = {
  list: () => <panels.List />,
  endless: () => <panels.Endless />,
  sums: () => <panels.Sums />,
  second: () => <panels.SecondList />,
  one: (name) => <panels.One name={name} />,
  nobody: () => <panels.Nobody />,
  all: () => <panels.All />,
  edit: () => <panels.Edit />,
  write: () => <panels.CreateAndDelete />,
};

function App(): ReactElement {
  const [names, setNames] = useState<readonly string[]>([]);
  window.show = setNames;
  return (
    // Options as many will write them: new ones each time the page is drawn.
    <ClientProvider options={{ baseUrl, fetch: countingFetch, reconnect }}>
      {names.map((name) => {
        const [part = "", about = ""] = name.split(" ");
        return <div key={name}>{parts[part]?.(about)}</div>;
      })}
    </ClientProvider>
  );
}

const reconnect = { initialDelay: "20ms", maxDelay: "200ms" } as const;
window.requests = requests;
window.reactVersion = version;
createRoot(document.body.appendChild(document.createElement("div"))).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
);
