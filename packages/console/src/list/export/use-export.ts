import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useService } from "../../api/document-context.js";
import type { Model } from "../../api/model.js";
import type { ListSearch } from "../list-search.js";
import { useViews } from "../views/views.js";
import { csvTable, jsonLines, type ExportFormat } from "./export-format.js";
import { exportList, save } from "./export-list.js";
import { fileName } from "./file-name.js";

/** A list that is written to a file. */
export interface ListExport {
  readonly isBusy: boolean;
  readonly isDone: boolean;
  /** Objects so far. */
  readonly count: number;
  readonly error: Error | null;
  readonly begin: (format: ExportFormat) => void;
  readonly stop: () => void;
}

/** How often the number of objects is shown, in milliseconds. */
const EVERY = 100;

export function useExport(model: Model, search: ListSearch, columns: readonly string[]): ListExport {
  const service = useService();
  const { views } = useViews(model);
  const [count, setCount] = useState(0);
  const running = useRef<AbortController>(undefined);
  const exporting = useMutation({
    mutationFn: async (format: ExportFormat) => {
      const controller = new AbortController();
      running.current = controller;
      const printer = format === "csv" ? csvTable(service, model, columns) : jsonLines();
      let shown = 0;
      let written = 0;
      const onProgress = (now: number): void => {
        written = now;
        if (performance.now() - shown < EVERY) return;
        shown = performance.now();
        setCount(now);
      };
      const file = await exportList({ model, search, printer, signal: controller.signal, onProgress });
      setCount(written);
      save(file, fileName({ model, search, views, format, now: new Date() }));
    },
  });
  // Closing the dialog stops the export.
  useEffect(() => () => running.current?.abort(), []);
  const wasStopped = exporting.error !== null && running.current?.signal.aborted === true;
  return {
    isBusy: exporting.isPending,
    isDone: exporting.isSuccess,
    count,
    error: wasStopped ? null : exporting.error,
    begin: (format) => {
      setCount(0);
      exporting.mutate(format);
    },
    stop: () => running.current?.abort(),
  };
}
