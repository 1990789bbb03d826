/** One option, or one positional argument, of a command. */
export interface OptionSpec {
  /** Default: `string`, which takes a value. */
  readonly type?: "string" | "boolean";
  readonly describe: string;
  /** One letter. */
  readonly alias?: string;
  /** The values that it may have. */
  readonly choices?: readonly string[];
  readonly default?: string | boolean;
  /** What help says of the default, where that depends on more than the command line. */
  readonly defaultDescription?: string;
  /** It may be given several times. */
  readonly array?: true;
  readonly demandOption?: true;
}

/** What a command makes of an option. */
export type ValueOf<Spec extends OptionSpec> = Spec extends { readonly type: "boolean" }
  ? boolean
  : Spec extends { readonly array: true }
    ? readonly string[] | undefined
    : OneOf<Spec> | (Spec extends { readonly default: string } | { readonly demandOption: true } ? never : undefined);

type OneOf<Spec> = Spec extends { readonly choices: readonly (infer Choice)[] } ? Choice : string;

/** The options by their names, and also as a program writes them: `database-url` is `databaseUrl` as well. */
export type GivenOptions<Options> = {
  readonly [Name in keyof Options as Name | CamelCased<Name>]: Options[Name];
};

type CamelCased<Name> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCased<Tail> & string>}`
  : Name;

type WithOption<Options, Name extends string, Spec extends OptionSpec> = Options &
  Readonly<Record<Name, ValueOf<Spec>>>;

export type Specs = ReadonlyMap<string, OptionSpec>;

/** What can be given to a command. */
export interface DeclaredOptions {
  readonly options: Specs;
  readonly positionals: Specs;
}

interface Declaration<Options> extends DeclaredOptions {
  readonly checks: readonly ((options: Options) => void)[];
}

/** A command's options and positional arguments, as its `declare` names them one after another. */
export class CommandOptions<Options = object> implements DeclaredOptions {
  readonly options: Specs;
  readonly positionals: Specs;
  readonly #checks: readonly ((options: Options) => void)[];

  private constructor({ options, positionals, checks }: Declaration<Options>) {
    this.options = options;
    this.positionals = positionals;
    this.#checks = checks;
  }

  static none(): CommandOptions {
    return new CommandOptions({ options: new Map(), positionals: new Map(), checks: [] });
  }

  get #declaration(): Declaration<Options> {
    return { options: this.options, positionals: this.positionals, checks: this.#checks };
  }

  option<Name extends string, const Spec extends OptionSpec>(
    name: Name,
    spec: Spec,
  ): CommandOptions<WithOption<Options, Name, Spec>> {
    return new CommandOptions<WithOption<Options, Name, Spec>>({
      ...this.#declaration,
      options: new Map([...this.options, [name, spec]]),
    });
  }

  positional<Name extends string, const Spec extends OptionSpec>(
    name: Name,
    spec: Spec,
  ): CommandOptions<WithOption<Options, Name, Spec>> {
    return new CommandOptions<WithOption<Options, Name, Spec>>({
      ...this.#declaration,
      positionals: new Map([...this.positionals, [name, spec]]),
    });
  }

  /** Adds a rule about several options; it throws a {@link UsageError} for what does not go together. */
  check(rule: (options: Options) => void): CommandOptions<Options> {
    return new CommandOptions({ ...this.#declaration, checks: [...this.#checks, rule] });
  }

  /**
   * Reads a command line and applies the rules. The types say what `parse` makes of each specification; here is the one place that takes its
   * word for it.
   */
  read(parse: (declared: DeclaredOptions) => unknown): GivenOptions<Options> {
    const given = parse(this) as Options & GivenOptions<Options>;
    for (const check of this.#checks) check(given);
    return given;
  }
}
