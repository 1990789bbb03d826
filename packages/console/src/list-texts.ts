/** What a model is called. */
export interface Named {
  readonly singular: string;
  readonly plural: string;
}

function counted(count: number, { singular, plural }: Named): string {
  return `${count.toLocaleString()} ${count === 1 ? singular : plural}`;
}

/** Texts of what is done with lists: a part of those of the console. */
export const listTexts = {
  columns: {
    title: "Columns",
    shown: "Columns that are shown",
    others: "Other columns",
    search: "Other columns",
    up: (column: string) => `Move ${column} to the front`,
    down: (column: string) => `Move ${column} to the back`,
    reset: "As the model has them",
    kept: "Kept by this browser",
  },

  views: {
    title: "Saved views",
    save: "Save this view…",
    name: "Name of the view",
    kept: "Filters, order and groups are kept by this browser.",
    taken: "There is a view of this name.",
    submit: "Save",
    replace: "Replace it",
    remove: (name: string) => `Remove the view ${name}`,
    changed: "changed",
    update: (name: string) => `Update ${name}`,
  },

  export: {
    open: "Export…",
    title: (plural: string) => `Export ${plural}`,
    what: (isFiltered: boolean) =>
      isFiltered
        ? "All objects that these filters select are exported, on all pages, in the order of the list."
        : "All objects of the list are exported, on all pages, in its order.",
    format: "Format",
    formats: {
      jsonl: (_columns: readonly string[]) => "JSON Lines: whole objects",
      csv: (columns: readonly string[]) => `CSV: the name and the columns of the list (${columns.join(", ")})`,
    },
    begin: "Export",
    stop: "Stop",
    brokenOff: "The answer broke off before its end, so there is no file. Export again.",
    soFar: (count: number) => `${count.toLocaleString()} objects…`,
    done: (count: number) =>
      count === 1 ? "1 object is in the file." : `${count.toLocaleString()} objects are in the file.`,
  },

  groups: {
    title: "Groups",
    by: "Group by",
    all: "All objects",
    day: (field: string) => `${field} by day`,
    month: (field: string) => `${field} by month`,
    compute: "Compute",
    figure: {
      sum: (field: string) => `sum of ${field}`,
      avg: (field: string) => `average ${field}`,
      min: (field: string) => `smallest ${field}`,
      max: (field: string) => `largest ${field}`,
      distinct: (field: string) => `different values of ${field}`,
    },
    remove: (figure: string) => `Remove ${figure}`,
    table: "Groups and their figures",
    count: "Objects",
    largestFirst: "Objects, the largest group first",
    total: (count: number) => (count === 1 ? "1 group" : `${count.toLocaleString()} groups`),
    more: "Show more",
  },

  selection: {
    label: "Selection",
    row: (name: string) => `Select ${name}`,
    page: "Select all of this page",
    count: (count: number, elsewhere: number) =>
      `${count.toLocaleString()} selected${elsewhere === 0 ? "" : `, ${elsewhere.toLocaleString()} of them not on this page`}`,
    clear: "Select nothing",
  },

  bulk: {
    label: "Label…",
    patch: "Patch…",
    delete: "Delete…",
    title: {
      label: (count: number, model: Named) => `Label ${counted(count, model)}`,
      patch: (count: number, model: Named) => `Patch ${counted(count, model)}`,
      delete: (count: number, model: Named) => `Delete ${counted(count, model)}`,
    },
    run: {
      label: (count: number) => `Label ${count.toLocaleString()}`,
      patch: (count: number) => `Patch ${count.toLocaleString()}`,
      delete: (count: number) => `Delete ${count.toLocaleString()}`,
    },
    tooMany: (most: number) => `At most ${most.toLocaleString()} objects can be changed at once.`,
    noRightToUpdate: (plural: string) => `You may not change ${plural}.`,
    noRightToDelete: (plural: string) => `You may not delete ${plural}.`,
    labelAction: "Action",
    setLabel: "Set a label",
    removeLabel: "Remove a label",
    labelKey: "Label",
    labelValue: "Value",
    patchLabel: "What changes",
    patchHelp:
      "A line for each field, such as spec.state: closed, or a merge patch as YAML or JSON. What is not in it stays as it is, and null removes a value.",
    addField: "Add a field",
    atLine: (line: number, message: string) => `Line ${line}: ${message}`,
    emptyPatch: "The patch is empty. It must have what changes, such as spec.",
    leaveOutOfPatch: (path: string) => `${path} must not be in the patch: it stays as it is.`,
    givenTwice: (path: string) => `${path} is given twice.`,
    tryOut: "Preview",
    tryFirst: "Look at the preview first.",
    accepted: "Nothing is written yet. This is what would happen:",
    refused: (count: number) =>
      `Nothing is written: ${count === 1 ? "1 object is" : `${count.toLocaleString()} objects are`} refused.`,
    isRefused: "refused",
    notTried: "would be done",
    isDeleted: "deleted",
    waits: (finalizers: readonly string[], isReferredTo: boolean) =>
      `waits for ${[...finalizers, ...(isReferredTo ? ["objects that refer to it"] : [])].join(", ")}`,
    cascade: "Deleted with them",
    referrers: (total: number, isExact: boolean, model: Named) =>
      `${isExact ? "" : "at most "}${counted(total, model)}`,
    unchanged: "nothing changes",
    leaveOut: (refused: number, rest: number) =>
      `Leave out ${refused.toLocaleString()} and go on with ${rest.toLocaleString()}`,
    renew: "Preview again with their newest state",
    done: (count: number) => (count === 1 ? "1 object is done." : `All ${count.toLocaleString()} objects are done.`),
    outcomes: "Result of each object",
    name: "Name",
    preview: "What would happen",
    result: "What happened",
  },
} as const;
