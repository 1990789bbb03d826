import { check } from "../../../packages/generator/src/check/check.js";
import { withoutPackageMisfits } from "../../../packages/generator/src/check/without-package-misfits.js";
import { defaultConfig } from "../../../packages/generator/src/config/resolved-config.js";
import type { Diagnostic } from "../../../packages/generator/src/diagnostic/diagnostic.js";
import { readProject } from "../../../packages/generator/src/read/read-project.js";
import { loadValidators, type Validate } from "../../validator/load-validators.js";
import type { PlacedCase } from "./agreement-case.js";
import { modulePath } from "./agreement-plugin.js";

interface Refused {
  /** Errors only. */
  readonly diagnostics: readonly Diagnostic[];
}

interface Crashed {
  readonly crash: unknown;
}

/** What became of a case's model. */
export type Generated = { readonly validate: Validate } | Refused | Crashed;

/** What became of the models of one run, by kind. */
type Run = { readonly validators: ReadonlyMap<string, Validate> } | Refused | Crashed;

/**
 * Generates a validator for each case of the plugin, by the stages of `cmgen generate`.
 *
 * @param groups Cases that are generated together, as far as none of them gets in the way of the others.
 */
export async function generateCases(
  root: string,
  groups: readonly (readonly PlacedCase[])[],
): Promise<ReadonlyMap<PlacedCase, Generated>> {
  const outcomes = new Map<PlacedCase, Generated>();
  const waiting = groups.filter((group) => group.length > 0);
  for (let group = waiting.pop(); group !== undefined; group = waiting.pop()) {
    const run = await generateModels(root, group);
    const decided = decide(group, run);
    for (const [one, outcome] of decided) outcomes.set(one, outcome);
    const open = group.filter((one) => !decided.has(one));
    waiting.push(...(open.length > 0 ? split(open, run, decided.size === 0) : []));
  }
  return outcomes;
}

async function generateModels(
  root: string,
  group: readonly PlacedCase[],
  typeNames: Readonly<Record<string, string>> = {},
): Promise<Run> {
  const config = { ...defaultConfig, models: group.map(modulePath), typeNames };
  try {
    const { project: declared, diagnostics } = readProject(root, config);
    const more = namesOfOthers(diagnostics, Object.keys(typeNames).length);
    if (Object.keys(more).length > 0) return await generateModels(root, group, { ...typeNames, ...more });
    const project = withoutPackageMisfits(declared, config);
    const errors = [...diagnostics, ...check(project, config)].filter(({ severity }) => severity === "error");
    return errors.length > 0 ? { diagnostics: errors } : { validators: loadValidators(project) };
  } catch (crash) {
    return { crash };
  }
}

/** Cases have types of the same names: the config gives the later ones others, as the diagnostic says. */
function namesOfOthers(diagnostics: readonly Diagnostic[], known: number): Readonly<Record<string, string>> {
  const keys = diagnostics.flatMap(({ code, fix }) =>
    code === "CM3021" ? (/typeNames: \{ "([^"]+)"/.exec(fix)?.slice(1) ?? []) : [],
  );
  return Object.fromEntries([...new Set(keys)].map((key, at) => [key, `Other${known + at}`]));
}

/** Outcomes of those cases of a group of which a run says what became of them. */
function decide(group: readonly PlacedCase[], run: Run): ReadonlyMap<PlacedCase, Generated> {
  if ("validators" in run) return new Map(group.map((one) => [one, { validate: validatorOf(one, run.validators) }]));
  if (group.length === 1) return new Map(group.map((one) => [one, run]));
  if ("crash" in run) return new Map();
  const own = group.map((one) => [one, { diagnostics: run.diagnostics.filter((found) => isIn(one, found)) }] as const);
  return new Map(own.filter(([, { diagnostics }]) => diagnostics.length > 0));
}

/**
 * Smaller groups of cases of which a run did not say what became of them. Where it said so of others, these were in the way; else the
 * culprit is among the cases that use the package a diagnostic points into, or anywhere.
 */
function split(open: readonly PlacedCase[], run: Run, stuck: boolean): readonly (readonly PlacedCase[])[] {
  const errors = "diagnostics" in run ? run.diagnostics : [];
  const suspects = open.filter((one) => errors.some((error) => mayCause(one, error)));
  const others = open.filter((one) => !suspects.includes(one));
  const middle = Math.ceil(others.length / 2);
  const rest = stuck && suspects.length === 0 ? [others.slice(0, middle), others.slice(middle)] : [others];
  return [...suspects.map((one) => [one]), ...rest].filter((group) => group.length > 0);
}

function isIn({ folder }: PlacedCase, { span }: Diagnostic): boolean {
  return span?.file.startsWith(`${folder}/`) ?? false;
}

/** Whether a diagnostic inside a package may be owed to a case. */
function mayCause({ declare = "", type }: PlacedCase, { span }: Diagnostic): boolean {
  const name = /.*node_modules\/(?:@types\/)?((?:@[^/]+\/)?[^/]+)/.exec(span?.file ?? "")?.[1];
  return name !== undefined && `${declare}${type}`.includes(`"${name}`);
}

function validatorOf({ kind }: PlacedCase, validators: ReadonlyMap<string, Validate>): Validate {
  const validate = validators.get(kind);
  if (validate === undefined) throw new Error(`No validator was generated for ${kind}.`);
  return validate;
}
