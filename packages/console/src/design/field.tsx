import type { InputHTMLAttributes, ReactElement, ReactNode, SelectHTMLAttributes } from "react";

export interface FieldProps {
  readonly label: string;
  readonly help?: string;
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

export function Input(props: InputHTMLAttributes<HTMLInputElement>): ReactElement {
  return <input autoComplete="off" spellCheck={false} {...props} className={`input ${props.className ?? ""}`} />;
}

export function Select(props: SelectHTMLAttributes<HTMLSelectElement>): ReactElement {
  return <select {...props} className="input" />;
}
