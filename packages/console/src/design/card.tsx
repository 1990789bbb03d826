import type { ReactElement, ReactNode } from "react";

/** A part of a page with a frame and a title. */
export function Card({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactElement {
  return (
    <section className="card">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
