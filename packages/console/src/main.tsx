import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { CSPProvider } from "@base-ui/react/csp-provider";
import { ClientProvider } from "@cmgen/client/react";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { connection } from "./api/connection.js";
import { documentQuery } from "./api/document-context.js";
import { createQueries } from "./api/queries.js";
import { applyTheme, readTheme } from "./design/theme.js";
import { loadNewRelease } from "./routes/load-page.js";
import { createConsoleRouter } from "./routes/router.js";
import "./design/tokens.css";
import "./design/design.css";
import "./shell/shell.css";

applyTheme(readTheme());

window.addEventListener("vite:preloadError", () => void loadNewRelease());

const queries = createQueries();
// Asked for while the page is still being made.
void queries.prefetchQuery(documentQuery);
const router = createConsoleRouter(queries);
const root = document.getElementById("root");
if (root === null) throw new Error("The page has no place for the console.");
createRoot(root).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queries}>
        <ClientProvider options={connection}>
          <RouterProvider router={router} />
        </ClientProvider>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
