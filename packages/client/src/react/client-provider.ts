import { createContext, createElement, useContext, useState, type ReactElement, type ReactNode } from "react";
import type { ClientOptions } from "../client-options.js";

const OptionsContext = createContext<ClientOptions | undefined>(undefined);

export interface ClientProviderProps {
  /** Options of every client below: the address of the service, the token, retries. */
  readonly options: ClientOptions;
  readonly children?: ReactNode;
}

/** Gives the hooks below it the options of their clients. May stand inside TanStack Query's `QueryClientProvider` or around it. */
export function ClientProvider({ options, children }: ClientProviderProps): ReactElement {
  const [kept, keep] = useState(options);
  // An object literal in JSX is a new object on each render. The clients stay as long as its members are the same.
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
