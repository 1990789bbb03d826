/** What is done with objects that exist, and with those that do not; see the command. */
export const importModes = ["create", "apply", "replace"] as const;
export type ImportMode = (typeof importModes)[number];
