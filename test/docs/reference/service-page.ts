import { optionTable } from "./config-page.js";
import { documentedMembers } from "./documented-members.js";
import { code, markdownTable } from "./markdown-table.js";

const serverOptions = "packages/runtime/src/server/server-options.ts";
const frontOptions = "packages/runtime/src/server/front/front-settings.ts";
const subscriptionOptions = "packages/runtime/src/subscription/subscription-options.ts";
const databaseOptions = "packages/runtime/src/server/database-settings.ts";

/** Options that the generated entry gives. */
const given = ["plugins", "root", "openapi", "migrations", "limits"];

/** The options of `defineServer`, from their doc comments. */
export function renderServicePage(): string {
  return `# Options of a service

\`src/server.ts\` sets a service up: \`export default defineServer({ … })\`. [The server](../server.md#setting-the-service-up) has an
example. An option wins over its [environment variable](environment.md).

${optionTable(serverOptions, "ServerOptions", given)}

## Database

${optionTable(databaseOptions, "DatabaseOptions")}

## Browsers and proxies

${optionTable(frontOptions, "FrontOptions")}

## cors

${optionTable("packages/runtime/src/server/front/cors-options.ts", "CorsOptions")}

## subscriptions

[Subscriptions](../subscriptions.md) says what they are.

${optionTable(subscriptionOptions, "SubscriptionOptions")}

## tenants

[Tenants](../tenants.md) says what they are.

${optionTable("packages/runtime/src/server/tenants/tenant-options.ts", "TenantOptions")}

## limits

\`defineServer({ limits: { maxWatches: 1000 } })\` sets one. [The server](../server.md#limits) says what happens beyond a limit, and which
limits are fixed.

${limitTables()}
`;
}

function limitTables(): string {
  const tables = [
    optionTable("packages/runtime/src/host/service.ts", "ServiceLimits"),
    optionTable("packages/runtime/src/server/server-limits.ts", "ServerLimits"),
    optionTable(databaseOptions, "StoreLimits"),
  ];
  const [first = "", ...more] = tables;
  return [first, ...more.map((table) => table.split("\n").slice(2).join("\n"))].join("\n");
}

/** The environment variables of a service, from the same doc comments, and those of the command line. */
export function renderEnvironmentPage(): string {
  return `# Environment variables

## Of a service

An [option in \`src/server.ts\`](service.md) wins over its variable. A variable that is empty counts as not set. If one cannot be read, the
service does not start, and prints what is wrong with it.

${markdownTable(["Variable", "Meaning", "Default", "Option"], serviceVariables())}

## Of the command line

${markdownTable(
  ["Variable", "Meaning"],
  Object.entries(commandLineVariables).map(([name, meaning]) => [code(name), meaning]),
)}

Options on the command line win over variables.
`;
}

function serviceVariables(): readonly (readonly string[])[] {
  const options = [
    ...documentedMembers(serverOptions, "ServerOptions"),
    ...documentedMembers(databaseOptions, "DatabaseOptions"),
    ...documentedMembers(frontOptions, "FrontOptions"),
    ...documentedMembers(subscriptionOptions, "SubscriptionOptions").map((option) => ({
      ...option,
      name: `subscriptions.${option.name}`,
    })),
  ];
  return options.flatMap(({ name, meaning, fallback, variable }) => {
    if (variable === undefined) return [];
    const [, form] = /^[^(]*`[A-Z_]+` \(([^)]*)\)/.exec(fallback) ?? [];
    return [
      [
        code(variable),
        form === undefined ? meaning : `${meaning} The variable is ${form}.`,
        fallback.replace(/^.*?`[A-Z_]+`(?: \([^)]*\))?,? else /, ""),
        code(name),
      ],
    ];
  });
}

/** What the commands read, in the order of the alphabet; the test compares the names with the sources. */
export const commandLineVariables: Readonly<Record<string, string>> = {
  CI: "With any value, a run shows no progress line: nobody looks at it.",
  CMGEN_CONFIG: "The plugin's config, as `--config`. Default: found from the working folder upwards.",
  CMGEN_CWD: "The folder in which commands run, as `--cwd`. Default: the working folder.",
  CMGEN_DATABASE_URL:
    "The database of `cmgen start`, `cmgen migrate` and `cmgen doctor`. Default: the plugin's own file in `.data`.",
  CMGEN_DEBUG: "With any value, an unexpected error is printed with its stack.",
  CMGEN_SERVER: "The service that commands call. Default: that of the current context, else `http://127.0.0.1:8090`.",
  CMGEN_TOKEN: "Sent to a service as a bearer token, unless the command line names another.",
  EDITOR: "The editor of `cmgen edit`, with its arguments. Default: `vi`, on Windows `notepad`, on a terminal only.",
  GITHUB_WORKSPACE: "Set by GitHub: the folder that the paths of `cmgen generate --github` are relative to.",
  HOST: "The address that `cmgen start` and `cmgen dev` listen on, and that `cmgen doctor` tries. Default: `127.0.0.1`.",
  NODE_ENV: "If it is `production`, `cmgen migrate reset` drops nothing without `--force`.",
  NO_COLOR: "With any value, nothing is coloured. Default: colours on a terminal.",
  PORT: "The port that `cmgen start` and `cmgen dev` listen on, and that `cmgen doctor` tries. Default: 8090.",
  TERM: "If it is `dumb`, a run shows no progress line.",
  VISUAL: "The editor of `cmgen edit`; wins over `EDITOR`.",
  XDG_CONFIG_HOME: "The folder with `cmgen/contexts.yaml`, where `cmgen context` keeps servers. Default: `~/.config`.",
  npm_config_user_agent: "Set by npm, pnpm and yarn: which of them is named in the commands that cmgen prints.",
};
