/** Forms in which objects are exported and imported. */
export const transferFormats = ["jsonl", "yaml", "csv"] as const;
export type TransferFormat = (typeof transferFormats)[number];

const endings: Readonly<Record<string, TransferFormat>> = {
  jsonl: "jsonl",
  ndjson: "jsonl",
  yaml: "yaml",
  yml: "yaml",
  csv: "csv",
};

/** The form that a file's name ends with; undefined if that says nothing. */
export function formatOf(file: string): TransferFormat | undefined {
  return endings[/\.([a-z]+)$/i.exec(file)?.[1]?.toLowerCase() ?? ""];
}
