/** What happens to an object when the one that it refers to is deleted: see {@link RefOptions}. */
export type OnDelete = "restrict" | "cascade" | "clear";

/** How a reference is kept. */
export type RefOptions =
  | {
      /**
       * `restrict` (the default): an object that is referred to cannot be deleted. `cascade`: what refers to it is deleted first. `clear`:
       * the reference is taken out of what refers to it first.
       */
      readonly onDelete?: OnDelete;
      readonly check?: true;
    }
  | {
      /** The object need not exist, and may be deleted. */
      readonly check: false;
      readonly onDelete?: never;
    };

/** What a reference is to, for the generator: nothing has this property. */
interface Reference<Target, Options> {
  readonly target: Target;
  readonly options: Options;
}

/**
 * The name of an object of another model of the plugin, or of this one: `home?: Ref<Project>`. A plain string to the compiler, as
 * `Timestamp` is. The service indexes it and, unless `check` is `false`, makes sure that the object exists.
 */
export type Ref<Target, Options extends RefOptions = { onDelete: "restrict" }> = string & {
  readonly __reference?: Reference<Target, Options>;
};
