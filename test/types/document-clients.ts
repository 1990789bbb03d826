import { join } from "node:path";
import { emitDocumentClient } from "../../packages/generator/src/document/emit-document-client.js";
import { readDocument } from "../../packages/generator/src/document/read-document.js";
import { clientFiles } from "../../packages/generator/src/emit/client/emit-client.js";
import { endpointGroups } from "../../packages/generator/src/render/endpoint-groups.js";
import { modelNames } from "../../packages/generator/src/render/model-names.js";
import { openapiDocument } from "../../packages/generator/src/emit/openapi/emit-openapi.js";
import { typesFiles } from "../../packages/generator/src/emit/types/emit-types.js";
import { typeNames } from "../../packages/generator/src/render/type-names.js";
import type { Model, ProjectModel } from "../../packages/generator/src/model/model.js";
import { people } from "../../packages/generator/src/model/people.test.fixture.js";
import { shapes } from "../../packages/generator/src/model/shapes.test.fixture.js";
import { loadConfig } from "../../packages/generator/src/config-file/load-config.js";
import { readProject } from "../../packages/generator/src/read/read-project.js";
import { repositoryRoot } from "../boundaries/repository.js";
import type { FileTree } from "../golden/harness/file-tree.js";

/** References, and versions without routes of their own, are in the second one; the third one has endpoints with types. */
const goldenNames = ["hostile-names", "two-versions", "endpoints", "tags/secret", "internal"];

async function goldenProject(name: string): Promise<ProjectModel> {
  const folder = join(repositoryRoot, "test/golden", name, "input");
  return readProject(folder, await loadConfig(folder)).project;
}

function isServed({ served }: Model): boolean {
  return served !== false;
}

/**
 * A module that compiles only if everything that the generated client exports is there in the other one, and each of the two is assignable
 * to the other.
 */
function sameness(project: ProjectModel): string {
  const groups = endpointGroups(project);
  const versions = [...new Set([...project.models.filter(isServed), ...groups].map(({ version }) => version))];
  const named = [...typeNames(project).values()];
  return versions
    .map((version) => {
      // The folder of endpoints at a path of their own is no identifier.
      const local = version.replaceAll("-", "_");
      const models = project.models.filter((model) => model.version === version && isServed(model)).map(modelNames);
      const types = models.flatMap(({ object, stored, input, list, client, indexTypes }) => [
        object,
        stored,
        input,
        list,
        client,
        indexTypes,
      ]);
      const exported = [...types, ...named.filter((name) => exportedTypes(project, version).has(name))];
      const ofVersion = groups.filter((group) => group.version === version);
      const own = [...exported, ...ofVersion.map(({ name }) => name)].map(
        (name) => `export const ${local}_${name}: Same<${local}.${name}, document_${local}.${name}> = true;`,
      );
      const ofGroups = ofVersion.map(({ name }) => ({ createClient: `create${name}Client` }));
      const functions = [...models, ...ofGroups].map(
        ({ createClient }) =>
          `export const ${local}_${createClient}: Same<typeof ${local}.${createClient}, typeof document_${local}.${createClient}> = true;`,
      );
      return [
        `import type * as ${local} from "./generated/${version}/client.js";`,
        `import type * as document_${local} from "./document/${version}/client.js";`,
        ...own,
        ...functions,
      ].join("\n");
    })
    .concat(
      'type Same<Ours, Theirs> = [Ours] extends [Theirs] ? ([Theirs] extends [Ours] ? true : "ours is narrower") : "ours is wider";',
    )
    .join("\n");
}

/** Types that the generated client of a version exports. */
function exportedTypes(project: ProjectModel, version: string): ReadonlySet<string> {
  const file = clientFiles(project, () => "").find(({ path }) => path === `${version}/client.ts`);
  const text = file?.contents ?? "";
  return new Set([...text.matchAll(/^export type \{ (.*) \} from/gm)].flatMap(([, names = ""]) => names.split(", ")));
}

/** Clients made of `openapi.json` alone beside those that are generated, a folder for each plugin, with modules that compare their types. */
export async function documentClients(): Promise<FileTree> {
  const tree = new Map<string, string>();
  const golden = await Promise.all(goldenNames.map(goldenProject));
  const names = ["people", "shapes", ...goldenNames];
  for (const [at, project] of [people, shapes, ...golden].entries()) {
    const document = readDocument(JSON.stringify(openapiDocument(project)));
    const generated = [...typesFiles(project, "@cmgen/client"), ...clientFiles(project, () => "// Generated")];
    const files = [
      ...generated.map(({ path, contents }) => [`src/generated/${path}`, contents] as const),
      ...emitDocumentClient(document).map(({ path, contents }) => [`src/document/${path}`, contents] as const),
      ["src/sameness.ts", sameness(project)] as const,
      ["package.json", '{"type": "module"}'] as const,
    ];
    for (const [path, contents] of files) tree.set(`${names[at]}/${path}`, contents);
  }
  return tree;
}
