export type Reference = { readonly $ref: string };

/** The sections of a document that others refer to. */
export const componentSections = ["schemas", "responses", "parameters", "requestBodies", "headers"] as const;

export type ComponentSection = (typeof componentSections)[number];

/** A reference to a component. */
export function componentRef(section: ComponentSection, name: string): Reference {
  return { $ref: `#/components/${section}/${name}` };
}
