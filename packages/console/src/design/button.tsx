import type { ButtonHTMLAttributes, ReactElement } from "react";

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary` for what most come for, `danger` for what cannot be undone, `plain` without a border. */
  readonly look?: "primary" | "danger" | "plain";
  /** Why it cannot be used now. It can still be reached by the keyboard, so that everybody finds out why. */
  readonly reason?: string | undefined;
}

export function Button({ look, reason, className = "", onClick, ...rest }: ButtonProps): ReactElement {
  const isOff = reason !== undefined;
  return (
    <button
      type="button"
      {...rest}
      className={`button ${look ?? ""} ${className}`}
      {...(isOff && { "aria-disabled": true, title: reason })}
      onClick={isOff ? (event) => event.preventDefault() : onClick}
    />
  );
}
