export type Reference = { readonly $ref: string };

/** The sections of a document that others refer to. */
export type ComponentSection = "schemas" | "responses" | "parameters" | "requestBodies" | "headers";

/** A reference to a component. */
export function componentRef(section: ComponentSection, name: string): Reference {
  return { $ref: `#/components/${section}/${name}` };
}
