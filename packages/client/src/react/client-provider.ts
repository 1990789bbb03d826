import { createContext, createElement, useContext, useState, type ReactElement, type ReactNode } from "react";
import type { ClientOptions } from "../client-options.js";

const OptionsContext = createContext<ClientOptions | undefined>(undefined);

export interface ClientProviderProps {
  /** What every client of the hooks below is made with: where the service is, and what it is to be sent. */
  readonly options: ClientOptions;
  readonly children?: ReactNode;
}

/** Tells the hooks below where the service is. Inside of TanStack Query's `QueryClientProvider`, or around it. */
export function ClientProvider({ options, children }: ClientProviderProps): ReactElement {
  const [kept, keep] = useState(options);
  // Options that are written where they are given are new each time the page is drawn; the clients stay while they say the same.
  const current = isSame(kept, options) ? kept : options;
  if (current !== kept) keep(current);
  return createElement(OptionsContext.Provider, { value: current }, children);
}

/** @throws {Error} without a provider above. */
export function useClientOptions(): ClientOptions {
  const options = useContext(OptionsContext);
  if (options !== undefined) return options;
  throw new Error(
    "The hooks of a service were used outside of <ClientProvider>. Put <ClientProvider options={{ baseUrl }}> around the page.",
  );
}

function isSame(one: ClientOptions, other: ClientOptions): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof ClientOptions>;
  return [...names].every((name) => Object.is(one[name], other[name]));
}
