/** A program that installs packages, and how it is told to. */
export type PackageManager = "npm" | "pnpm" | "yarn";

interface Commands {
  readonly install: string;
  /** Runs a script of `package.json`, whose name follows. */
  readonly run: string;
  /** Runs an installed program, whose name follows. */
  readonly execute: string;
}

export const packageManagers: Readonly<Record<PackageManager, Commands>> = {
  npm: { install: "npm install", run: "npm run", execute: "npx --no-install" },
  pnpm: { install: "pnpm install", run: "pnpm run", execute: "pnpm exec" },
  yarn: { install: "yarn install", run: "yarn run", execute: "yarn run" },
};

export const packageManagerNames = ["npm", "pnpm", "yarn"] as const satisfies readonly PackageManager[];

/** The package manager that runs this program, by `npm_config_user_agent`, which all of them set; npm where nothing says. */
export function packageManagerIn(userAgent = ""): PackageManager {
  const name = userAgent.split("/", 1)[0];
  return packageManagerNames.find((known) => known === name) ?? "npm";
}
