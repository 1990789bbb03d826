import { Component, type ReactNode } from "react";
import { texts } from "../texts.js";
import { Notice } from "./notice.js";

interface Props {
  readonly children: ReactNode;
  /** What is shown in the part's place; else what went wrong. */
  readonly fallback?: ReactNode;
}

/** Keeps a part that throws from taking the page with it. */
export class ErrorBoundary extends Component<Props, { readonly error: Error | undefined }> {
  override state: { readonly error: Error | undefined } = { error: undefined };

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    const { children, fallback } = this.props;
    if (error === undefined) return children;
    if (fallback !== undefined) return fallback;
    return (
      <Notice tone="danger" role="alert">
        <strong>{texts.problem.broken}</strong>
        <p>{error.message}</p>
      </Notice>
    );
  }
}
