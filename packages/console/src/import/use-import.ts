import { useMutation, useQueryClient, type UseMutationResult } from "@tanstack/react-query";
import { useMemo } from "react";
import { useService } from "../api/document-context.js";
import { carryOut, planImport, type ImportMode, type PlannedImport } from "./plan-import.js";
import { readDocuments, type ReadDocuments } from "../editor/read-documents.js";

interface Asked {
  readonly text: string;
  readonly mode: ImportMode;
}

interface Checked extends Asked {
  readonly plan: readonly PlannedImport[];
}

/** What an import would do, and its being done. */
export interface ObjectImport {
  readonly read: ReadDocuments;
  /** Undefined until it is known, and once the text has changed: a plan is of one text. */
  readonly plan: readonly PlannedImport[] | undefined;
  readonly checking: UseMutationResult<Checked, Error, void>;
  readonly applying: UseMutationResult<void, Error, readonly PlannedImport[]>;
}

export function useImport({ text, mode }: Asked): ObjectImport {
  const service = useService();
  const queries = useQueryClient();
  const read = useMemo(() => readDocuments(text), [text]);
  const applying = useMutation({
    mutationFn: carryOut,
    onSuccess: () => queries.invalidateQueries(),
  });
  const checking = useMutation<Checked>({
    mutationFn: async () => ({ text, mode, plan: await planImport(read.documents, service, mode) }),
    onMutate: () => applying.reset(),
  });
  const { data } = checking;
  return { read, plan: data?.text === text && data.mode === mode ? data.plan : undefined, checking, applying };
}
