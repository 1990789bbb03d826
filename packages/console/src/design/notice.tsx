import type { ReactElement, ReactNode } from "react";

export interface NoticeProps {
  /** Its colour. */
  readonly tone?: "danger" | "warning" | "good";
  /** `alert` is read out at once, `status` when the user is idle. */
  readonly role?: "alert" | "status";
  readonly children: ReactNode;
}

export function Notice({ tone, role, children }: NoticeProps): ReactElement {
  return (
    <div className={`notice ${tone ?? ""}`} role={role}>
      {children}
    </div>
  );
}
