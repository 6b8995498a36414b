import { type ParseArgsConfig, parseArgs } from "node:util";

type Options = NonNullable<ParseArgsConfig["options"]>;
type Parsed<Chosen extends Options> = Pick<
  ReturnType<typeof parseArgs<{ options: Chosen; allowPositionals: true }>>,
  "positionals" | "values"
>;

type Command<Chosen extends Options> = {
  /** What `--help` prints, and what follows the error if the parameters do not fit. */
  usage: string;
  /** The named parameters, as `parseArgs` takes them. */
  options?: Chosen;
  /** Returns what to run with these parameters; undefined if they do not fit. */
  choose(parsed: Parsed<Chosen>): (() => Promise<void>) | undefined;
  /** The exit code for parameters that do not fit and for an error while running. */
  failureCode?: number;
};

/**
 * Runs an operator's command with the parameters of this process. An error is printed as its message, without a stack
 * trace.
 */
export async function runCommand<Chosen extends Options>(command: Command<Chosen>): Promise<void> {
  if (process.argv.slice(2).some((parameter) => parameter === "--help" || parameter === "-h"))
    return printLine(command.usage);
  try {
    await chosen(command)();
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = command.failureCode ?? 1;
  }
}

/** Prints a line to standard output. */
export function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

function chosen<Chosen extends Options>({ usage, options, choose }: Command<Chosen>): () => Promise<void> {
  const run = choose(parse(usage, options));
  if (!run) throw new Error(usage);
  return run;
}

function parse<Chosen extends Options>(usage: string, options: Chosen | undefined): Parsed<Chosen> {
  try {
    return parseArgs({ options: options ?? ({} as Chosen), allowPositionals: true });
  } catch (error) {
    // What follows is about parameters that start with a dash.
    const [reason] = (error as Error).message.split(". ");
    throw new Error(`${reason}\n${usage}`);
  }
}
