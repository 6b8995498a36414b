import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { NODE_FLAGS } from "../node-flags.ts";
import { bundledCommand, type CommandName } from "../servers/bundle.ts";

type Ran = { status: number | null; output: string };
type Runner = (parameters: readonly string[], env?: Record<string, string>) => Ran;

const MAX_MS = 170_000;

/**
 * Returns a function that runs an operator's command with these parameters and variables. It runs a bundle, which needs
 * a third of the CPU of the sources.
 */
export async function commandRunner(name: CommandName): Promise<Runner> {
  const file = await bundledCommand(name);
  return (parameters, env) => run(process.execPath, [...NODE_FLAGS, file, ...parameters], env);
}

/**
 * Runs `npm run <name> -- ...` as operators do. It reads the file `.env`, so pass parameters with which the command does
 * not open a database.
 */
export function npmRun(name: CommandName, parameters: readonly string[], env?: Record<string, string>): Ran {
  return run("npm", ["run", "--silent", name, "--", ...parameters], env);
}

function run(program: string, parameters: readonly string[], env: Record<string, string> = {}): Ran {
  const { PATH = "", HOME = "", TMPDIR } = process.env;
  const { status, stdout, stderr } = spawnSync(program, parameters, {
    env: {
      PATH,
      HOME,
      ...(TMPDIR && { TMPDIR }),
      NODE_ENV: "test",
      NODE_COMPILE_CACHE: join(process.cwd(), "node_modules/.cache/node"),
      ...env,
    },
    timeout: MAX_MS,
  });
  return { status, output: stdout.toString() + stderr.toString() };
}
