/** Examples of the repository that a new plugin can be a copy of. */
export const exampleNames = ["tracker"] as const;

/** What a new plugin begins with: a sample model, no model, or all of an example. */
export type PluginStart = (typeof starts)[number];

export const starts = ["sample", "empty", ...exampleNames] as const;

/** Folders of `@cmgen/templates`. */
export const startFolders: Readonly<Record<PluginStart, string>> = {
  sample: "scaffold",
  empty: "dist/scaffold-empty",
  tracker: "dist/scaffold-tracker",
};
