import { useMutation } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useEffect, useSyncExternalStore, type ReactElement } from "react";
import { texts } from "../texts.js";
import { Button } from "./button.js";
import { Notice } from "./notice.js";
import { ProblemNotice } from "./problem-notice.js";

/** What has been done, for the page at a path: it outlives the part of the page that did it. */
interface Announced {
  readonly text: string;
  /** Path of the page that it is shown on, until the user leaves it. */
  readonly at: string;
  /** What can be done about it. */
  readonly action?: { readonly label: string; readonly run: () => Promise<void> };
}

let current: Announced | undefined;
const listeners = new Set<() => void>();

function set(next: Announced | undefined): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Says what has been done. */
export function announce(announced: Announced): void {
  set(announced);
}

/** What was announced last, above the page. */
export function Announcement(): ReactElement | null {
  const announced = useSyncExternalStore(subscribe, () => current);
  const { pathname } = useLocation();
  const isShown = announced?.at === pathname;
  useEffect(() => (isShown ? () => forget(announced) : undefined), [isShown, announced]);
  return isShown ? <Shown key={announced.text} {...announced} /> : null;
}

function Shown({ text, action }: Announced): ReactElement {
  const acting = useMutation({ mutationFn: async () => action?.run() });
  return (
    <div className="announcement">
      <Notice tone="good" role="status">
        <div className="row spread">
          <span>{text}</span>
          <span className="row">
            {action && (
              <Button disabled={acting.isPending} onClick={() => acting.mutate()}>
                {action.label}
              </Button>
            )}
            <Button look="plain" onClick={() => set(undefined)}>
              {texts.close}
            </Button>
          </span>
        </div>
      </Notice>
      {acting.error !== null && <ProblemNotice error={acting.error} write="action" />}
    </div>
  );
}

function forget(announced: Announced): void {
  if (current === announced) set(undefined);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
