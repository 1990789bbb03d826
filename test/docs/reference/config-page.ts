import { documentedMembers } from "./documented-members.js";
import { code, markdownTable } from "./markdown-table.js";

/** `cmgen.config.ts`, from the doc comments of its type. */
export function renderConfigPage(): string {
  return `# cmgen.config.ts

\`cmgen.config.ts\` in the plugin's folder exports its config. All of it has a default, so the smallest one is
\`export default defineConfig({});\`. [Declaring models](../declaration.md#the-config) has an example.

${optionTable("packages/generator/src/config/config.ts", "Config")}

## users

[Signing in](../sign-in.md) says what users are.

${optionTable("packages/generator/src/config/config.ts", "UsersConfig")}

## openapi

${optionTable("packages/generator/src/config/openapi-config.ts", "OpenApiConfig")}

## clientPackage

${optionTable("packages/generator/src/config/config.ts", "ClientPackage")}
`;
}

/** The options of an interface, with what they mean and what holds without them. */
export function optionTable(path: string, name: string, leftOut: readonly string[] = []): string {
  const options = documentedMembers(path, name).filter((option) => !leftOut.includes(option.name));
  const rows = options.map(({ name: option, type, meaning, fallback }) => [
    code(option),
    code(type),
    meaning,
    fallback,
  ]);
  return markdownTable(["Option", "Type", "Meaning", "Default"], rows);
}
