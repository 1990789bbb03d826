"use client";

export { createResourceHooks } from "./react/create-resource-hooks.js";
export type {
  Live,
  Mutating,
  PagesSettings,
  QuerySettings,
  ReplaceConflict,
  Replacing,
  ResourceHooks,
  SuspenseSettings,
} from "./react/resource-hooks.js";
export { ClientProvider, type ClientProviderProps } from "./react/client-provider.js";
export type { AllObjects } from "./react/shared-cache.js";
