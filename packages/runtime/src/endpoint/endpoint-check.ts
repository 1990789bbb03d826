import type { Violation } from "@cmgen/model";

/** Every violation of a type; none for a value of it. Writes defaults into `value`. */
export type Validate = (value: unknown) => readonly Violation[];

/** How the texts of a query parameter become values. A text of another form is left as it is, and the type refuses it. */
export interface QueryParameter {
  readonly reads: "text" | "number" | "boolean";
  /** Whether it may be repeated: its value is a list. */
  readonly isList?: true;
}

/** What generated code says of a typed endpoint. */
export interface EndpointCheck {
  readonly body?: Validate;
  readonly query?: { readonly parameters: Readonly<Record<string, QueryParameter>>; readonly validate: Validate };
  /** Of the answer if the handler returns a value. Default 200. */
  readonly status?: number;
}

/** The checks of a module of endpoints, by method and path template: `POST /people/{name}/cards`. */
export type EndpointChecks = Readonly<Record<string, EndpointCheck>>;
