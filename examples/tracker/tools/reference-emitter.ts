import {
  defineEmitter,
  lineText,
  resolved,
  typeLookup,
  typeText,
  type Model,
  type Property,
  type Type,
  type TypeLookup,
} from "cmgen/emitter";

/** Writes `docs/models.md`: a table of the fields and the indexes of each model. */
export const referenceEmitter = defineEmitter({
  name: "reference",
  // It reads nothing but the models.
  inputs: [],
  emit: (project) => {
    const sections = project.models.map((model) => sectionOf(model, typeLookup(project)));
    return [{ path: "docs/models.md", contents: [`# Models of ${project.name}\n`, ...sections].join("\n") }];
  },
});

function sectionOf({ kind, group, version, documentation, spec, indexes }: Model, lookup: TypeLookup): string {
  // The type of `spec` may have a name of its own.
  const type = spec && resolved(lookup, spec.type);
  const rows = type?.shape === "object" ? type.properties.map(rowOf) : [];
  const names = indexes.map(({ name }) => `\`${name}\``).join(", ");
  return [
    `## ${kind}\n`,
    `\`${group}/${version}\`. ${lineText(documentation.description)}`.trimEnd(),
    "",
    "| Field | Type | Required | Meaning |",
    "| --- | --- | --- | --- |",
    ...rows,
    "",
    names === "" ? "No indexes." : `Indexes: ${names}.`,
    "",
  ].join("\n");
}

function rowOf({ name, type, required, documentation }: Property): string {
  const cells = [`\`${name}\``, `\`${typeName(type)}\``, required ? "yes" : "no", lineText(documentation.description)];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

/** As TypeScript would write it, on one line. */
function typeName(type: Type): string {
  return lineText(typeText(type, { nameOf: (name) => name, modelNameOf: ({ name }) => name }));
}
