import type { ComponentProps, ReactElement, ReactNode } from "react";

export interface FieldProps {
  readonly label: string;
  /** What is said below the control. */
  readonly help?: string;
  /** The control: `Input`, `Select`, `Textarea`, or one of yours. */
  readonly children: ReactNode;
}

/** A label around one control. */
export function Field({ label, help, children }: FieldProps): ReactElement {
  return (
    <label className="field">
      <span className="label">{label}</span>
      {children}
      {help !== undefined && <small className="muted">{help}</small>}
    </label>
  );
}

export function Input(props: ComponentProps<"input">): ReactElement {
  return <input autoComplete="off" spellCheck={false} {...props} className={`input ${props.className ?? ""}`} />;
}

export function Select(props: ComponentProps<"select">): ReactElement {
  return <select {...props} className={`input ${props.className ?? ""}`} />;
}

/** A control for text of several lines. */
export function Textarea(props: ComponentProps<"textarea">): ReactElement {
  return <textarea rows={4} {...props} className={`input ${props.className ?? ""}`} />;
}
