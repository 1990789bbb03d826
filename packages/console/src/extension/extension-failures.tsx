import type { ReactElement } from "react";
import { Notice } from "../design/notice.js";
import { texts } from "../texts.js";
import { useExtensions } from "./extensions.js";

/** Which parts of the console are missing because a plugin's module could not be loaded. */
export function ExtensionFailures(): ReactElement | null {
  const { failures } = useExtensions();
  if (failures.length === 0) return null;
  return (
    <Notice tone="warning" role="status">
      <strong>{texts.extensions.failed}</strong>
      <ul>
        {failures.map(({ plugin, module, message }) => (
          <li key={`${plugin} ${module} ${message}`}>{texts.extensions.failure(plugin, module, message)}</li>
        ))}
      </ul>
    </Notice>
  );
}
