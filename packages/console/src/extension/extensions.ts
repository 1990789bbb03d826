import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo, type ComponentType } from "react";
import { transport } from "../api/connection.js";
import { listOf, recordOf, textOf, textsOf } from "../api/json.js";
import { modelKey, type Model } from "../api/model.js";
import { consolePath, serviceUrl } from "../api/page-address.js";
import { texts } from "../texts.js";
import type { CellProps, FieldProps } from "./console-extension.js";
import { type ExtensionModule, withNamedErrors } from "./named-errors.js";

/** What the plugins of the service add to the console. */
export interface Extensions {
  readonly resources: readonly ExtendedResource[];
  readonly pages: readonly ExtendedPage[];
  readonly failures: readonly ExtensionFailure[];
}

export interface ExtendedColumn {
  readonly title: string | undefined;
  readonly cell: ComponentType<CellProps<object, unknown>>;
}

export type ExtendedField = ComponentType<FieldProps<unknown>>;

export interface ExtendedPanel {
  readonly title: string;
  readonly panel: ComponentType<{ readonly object: object }>;
}

/** What is added to the pages of a model; columns and fields by the path of a field. */
export interface ExtendedModel {
  readonly columns: ReadonlyMap<string, ExtendedColumn>;
  readonly fields: ReadonlyMap<string, ExtendedField>;
  readonly panels: readonly ExtendedPanel[];
}

interface ExtendedResource extends ExtendedModel {
  /** What tells the model from all others; an extension is about one version of it. */
  readonly key: string;
}

export interface ExtendedPage extends ExtensionModule {
  readonly path: string;
  readonly title: string;
  readonly page: ComponentType;
}

/** What is missing: of a module that could not be loaded or does not export an extension, or of two pages with one path. */
interface ExtensionFailure extends ExtensionModule {
  readonly message: string;
}

/** A module as the service names it. */
interface NamedModule extends ExtensionModule {
  /** Address below the console. */
  readonly file: string;
  readonly styles: readonly string[];
}

const NONE: Extensions = { resources: [], pages: [], failures: [] };

/** Loaded once for a page, as its document is. */
const extensionsQuery = queryOptions({
  queryKey: ["extensions"],
  queryFn: async ({ signal }): Promise<Extensions> => {
    const modules = await namedModules(signal);
    const loaded = await Promise.all(modules.map(loadModule));
    const pages = loaded.flatMap((each) => each.pages);
    // Plugins have addresses of their own. Two pages of one are seen by its build, where their paths are not computed.
    const firstOf = ({ plugin, path }: ExtendedPage): ExtendedPage | undefined =>
      pages.find((each) => each.plugin === plugin && each.path === path);
    return {
      resources: loaded.flatMap(({ resources }) => resources),
      pages: pages.filter((page) => firstOf(page) === page),
      failures: [
        ...loaded.flatMap(({ failures }) => failures),
        ...pages.flatMap((page) => {
          const { plugin, module, title, path } = page;
          const first = firstOf(page);
          if (first === undefined || first === page) return [];
          return [{ plugin, module, message: texts.extensions.samePath(title, path, first.module) }];
        }),
      ],
    };
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** What plugins add; nothing until it is loaded, which no page waits for. */
export function useExtensions(): Extensions {
  return useQuery(extensionsQuery).data ?? NONE;
}

/** What plugins add to the pages of one model; of two that add to one field, the last. */
export function useExtendedModel(model: Model): ExtendedModel {
  const modelsKey = modelKey(model);
  const { resources } = useExtensions();
  return useMemo(() => {
    const own = resources.filter(({ key }) => key === modelsKey);
    return {
      columns: new Map(own.flatMap(({ columns }) => [...columns])),
      fields: new Map(own.flatMap(({ fields }) => [...fields])),
      panels: own.flatMap(({ panels }) => panels),
    };
  }, [resources, modelsKey]);
}

async function namedModules(signal: AbortSignal): Promise<readonly NamedModule[]> {
  const path = `${consolePath.slice(new URL(serviceUrl).pathname.replace(/\/$/, "").length)}/extensions.json`;
  const body = recordOf(await transport.value({ method: "GET", path, options: { signal } }));
  return listOf(body["modules"]).map((item) => {
    const { plugin, module, file, styles } = recordOf(item);
    return {
      plugin: textOf(plugin) ?? "",
      module: textOf(module) ?? "",
      file: textOf(file) ?? "",
      styles: textsOf(styles),
    };
  });
}

/** One that fails takes no other with it. */
async function loadModule({ plugin, module, file, styles }: NamedModule): Promise<Extensions> {
  try {
    for (const style of styles) addStyle(`${consolePath}/${style}`);
    const loaded = recordOf(await import(/* @vite-ignore */ `${consolePath}/${file}`));
    return readExtension({ plugin, module }, loaded["default"]);
  } catch (error) {
    return { ...NONE, failures: [{ plugin, module, message: error instanceof Error ? error.message : String(error) }] };
  }
}

/** Modules may share one. */
function addStyle(href: string): void {
  if ([...document.styleSheets].some((sheet) => sheet.href !== null && new URL(sheet.href).pathname === href)) return;
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
}

/** @throws {Error} where it is not what `defineConsole` makes. */
function readExtension(source: ExtensionModule, exported: unknown): Extensions {
  const { models, extension } = recordOf(exported);
  if (typeof models !== "object" || typeof extension !== "object")
    throw new Error("It does not export what defineConsole of the generated console.ts makes as its default.");
  const { resources, pages } = recordOf(extension);
  return {
    resources: Object.entries(recordOf(resources)).map(([name, added]) => {
      const { group, version, plural } = recordOf(recordOf(models)[name]);
      const key = modelKey({
        group: textOf(group) ?? "",
        version: textOf(version) ?? "",
        plural: textOf(plural) ?? "",
      });
      return { key, ...readResource(source, added) };
    }),
    pages: listOf(pages).flatMap((each) => {
      const { path, title, page } = recordOf(each);
      return typeof path === "string" && isComponent<object>(page)
        ? [{ ...source, path, title: textOf(title) ?? path, page: withNamedErrors(source, page) }]
        : [];
    }),
    failures: [],
  };
}

function readResource(source: ExtensionModule, added: unknown): ExtendedModel {
  const { columns, fields, panels } = recordOf(added);
  return {
    columns: new Map(
      Object.entries(recordOf(columns)).flatMap(([path, column]) => {
        const { title, cell } = recordOf(column);
        return isComponent<CellProps<object, unknown>>(cell)
          ? [[path, { title: textOf(title), cell: withNamedErrors(source, cell) }] as const]
          : [];
      }),
    ),
    fields: new Map(
      Object.entries(recordOf(fields)).flatMap(([path, field]) =>
        isComponent<FieldProps<unknown>>(field) ? [[path, withNamedErrors(source, field)] as const] : [],
      ),
    ),
    panels: listOf(panels).flatMap((each) => {
      const { title, panel } = recordOf(each);
      return isComponent<{ readonly object: object }>(panel)
        ? [{ title: textOf(title) ?? "", panel: withNamedErrors(source, panel) }]
        : [];
    }),
  };
}

/** What a component takes is what `defineConsole` has checked when the extension was compiled: at run time it is a function. */
function isComponent<Props>(value: unknown): value is ComponentType<Props> {
  return typeof value === "function";
}
