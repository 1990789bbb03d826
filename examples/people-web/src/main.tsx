import { ClientProvider } from "@cmgen/client/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { PeoplePage } from "./people-page.js";
import { SignIn } from "./sign-in.js";
import "./style.css";

// Vite puts texts there, and says `any` of them.
const address = import.meta.env["VITE_SERVICE_URL"] as string | undefined;
const authority = import.meta.env["VITE_OIDC_AUTHORITY"] as string | undefined;
const client = import.meta.env["VITE_OIDC_CLIENT_ID"] as string | undefined;
const resource = import.meta.env["VITE_OIDC_AUDIENCE"] as string | undefined;
const baseUrl = address ?? "http://127.0.0.1:8090";
const queries = new QueryClient({ defaultOptions: { queries: { staleTime: 5_000 } } });

const root = document.querySelector("#root");
if (root === null) throw new Error("The page has no element #root");
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      {authority === undefined ? (
        <ClientProvider options={{ baseUrl }}>
          <PeoplePage />
        </ClientProvider>
      ) : (
        <SignIn
          provider={{ authority, clientId: client ?? "people-web", audience: resource ?? baseUrl }}
          baseUrl={baseUrl}
        >
          <PeoplePage />
        </SignIn>
      )}
    </QueryClientProvider>
  </StrictMode>,
);
