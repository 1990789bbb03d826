import type { Model, ProjectModel } from "../model/model.js";
import type { SourceSpan } from "../model/source-span.js";
import { documentNames } from "../render/document-names.js";
import { endpointGroups, groupNames } from "../render/endpoint-groups.js";
import { modelNames, type ModelNames } from "../render/model-names.js";
import { wantedHooks } from "../render/hook-names.js";
import { envelopeTypes } from "../render/type-names.js";
import { formNames, storedFormName, storedForms } from "../model/stored-form.js";
import { sharedNames } from "./openapi/shared-names.js";
import { typesModules } from "./types/types-modules.js";

/** A name in generated code, and what it comes from. */
export interface DerivedName {
  readonly name: string;
  /** What it is the name of, in words. */
  readonly what: string;
  /** Names of one slot are of one kind of thing: two models of a version that share one have the same kind or plural, which has its own rule. */
  readonly slot: keyof ModelNames | "hook" | "group" | "type" | "import";
  /** Whether no other rule is about two of this slot that share a name. */
  readonly isOnlyHere?: boolean;
  /** Of a name of endpoints, what the config calls their path. */
  readonly endpoints?: string;
  /** What gives it the name: by renaming this it gets another. */
  readonly span?: SourceSpan | undefined;
}

type Slot = Exclude<keyof ModelNames, "folder" | "parameter" | "validate" | "defaults">;

/** What a module of an API version exports of each model. */
const modelSlots: Readonly<Record<Slot, (kind: string) => string>> = {
  object: (kind) => `the type of ${kind}`,
  stored: (kind) => `the type of a stored ${kind}`,
  input: (kind) => `the input type of ${kind}`,
  list: (kind) => `the type of a list of ${kind}`,
  indexTypes: (kind) => `the types of the indexes of ${kind}`,
  client: (kind) => `the client of ${kind}`,
  createClient: (kind) => `what makes the client of ${kind}`,
  model: (kind) => `the description of ${kind}`,
  createRouter: (kind) => `what makes the router of ${kind}`,
};

/** Types that a model has beside those that its author named. */
export const modelTypeSlots = ["object", "stored", "input", "list", "indexTypes"] as const;

/**
 * The names that the modules of each API version export, and those that they import; then those of the schemas of all versions in
 * `openapi.json`. No two in one place may be the same.
 *
 * @returns the names by the place, in words.
 */
export function derivedNames(
  project: Pick<ProjectModel, "models" | "types" | "endpoints">,
  { react }: { readonly react: boolean },
): ReadonlyMap<string, readonly DerivedName[]> {
  const groups = endpointGroups(project);
  const versions = new Set([...project.models, ...groups].map(({ version }) => version));
  const namesOf = (version: string): readonly DerivedName[] => {
    const models = project.models.filter((model) => model.version === version);
    return [
      ...[...envelopeTypes, "Ref", "StoredAs"].map((name) => ({
        name,
        what: "a type of @cmgen/model",
        slot: "import" as const,
      })),
      { name: "ServiceClient", what: "the type of all clients of a version", slot: "import" as const },
      { name: "createClient", what: "what makes all clients of a version", slot: "import" as const },
      ...models.flatMap(ofModel),
      ...(react ? ofHooks(models) : []),
      ...groups
        .filter((group) => group.version === version)
        .flatMap(({ name, title, place }) =>
          Object.values(groupNames(name)).map((each) => ({
            name: each,
            what: `a name of the endpoints ${place}`,
            slot: "group" as const,
            isOnlyHere: true,
            endpoints: title,
          })),
        ),
      ...ofTypes(project, version),
    ];
  };
  return new Map([
    ...Array.from(versions, (version) => [`the code of ${version}`, namesOf(version)] as const),
    ["openapi.json", inDocument(project)],
  ]);
}

/** What is in `openapi.json` under the name of a model's version, and the types. */
function inDocument(project: Pick<ProjectModel, "models" | "types" | "endpoints">): readonly DerivedName[] {
  const names = documentNames(project, sharedNames);
  const schemas = project.models.flatMap((model) => {
    const { object, stored, input, list, nested } = names.ofModel(model);
    const what = `${model.kind} of ${model.version}`;
    const span = model.attributeSpans.kind;
    return [
      { name: object, what: `the schema of ${what}`, slot: "object" as const, span },
      { name: stored, what: `the schema of a stored ${what}`, slot: "stored" as const, span },
      { name: input, what: `the schema of an input of ${what}`, slot: "input" as const, span },
      { name: list, what: `the schema of a list of ${what}`, slot: "list" as const, span },
      { name: nested, what: `the schema of ${what} inside a stored object`, slot: "stored" as const, span },
    ].map((name) => ({ ...name, isOnlyHere: true }));
  });
  const types = project.types.map(({ name, span }) => ({
    // Its own, which is not free where generated code has a number behind it.
    name,
    what: "a type of the plugin",
    slot: "type" as const,
    span,
  }));
  const forms = storedForms(project);
  const stored = project.types
    .filter(({ name }) => forms.namedDiffers(name))
    .map(({ name, span }) => ({
      name: storedFormName(name),
      what: `the stored form of ${name}`,
      slot: "type" as const,
      isOnlyHere: true,
      span,
    }));
  return [...schemas, ...types, ...stored];
}

function ofModel(model: Model): readonly DerivedName[] {
  const names = modelNames(model);
  const { kind, plural } = model.attributeSpans;
  return (Object.keys(modelSlots) as Slot[]).map((slot) => ({
    name: names[slot],
    what: modelSlots[slot](model.kind),
    slot,
    span: slot === "client" || slot === "createClient" ? plural : kind,
  }));
}

function ofHooks(models: readonly Model[]): readonly DerivedName[] {
  return models.flatMap((model) =>
    Object.values(wantedHooks(model)).map((name) => ({
      name,
      what: `a hook of ${model.kind}`,
      slot: "hook" as const,
      isOnlyHere: true,
      span: model.attributeSpans.kind,
    })),
  );
}

function ofTypes(
  project: Pick<ProjectModel, "models" | "types" | "endpoints">,
  version: string,
): readonly DerivedName[] {
  const spans = new Map(project.types.map(({ name, span }) => [name, span]));
  const names = typesModules(project).flatMap((module) => (module.version === version ? module.types : []));
  return [
    ...names.map((name) => ({ name, what: "a type of the plugin", slot: "type" as const, span: spans.get(name) })),
    ...names.flatMap((name) => formsOf(project, name).map((form) => ({ ...form, span: spans.get(name) }))),
  ];
}

/** The names of the other forms of a type. */
function formsOf(project: Pick<ProjectModel, "models" | "types">, type: string): readonly Omit<DerivedName, "span">[] {
  const [, ...others] = formNames(project, type, type);
  return others.map((name) => ({ name, what: `a form of ${type}`, slot: "type", isOnlyHere: true }));
}
