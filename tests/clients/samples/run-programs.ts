import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

/** Runs each file as it is; a program that fails is named on a line of its own. One process runs them all. */
const RUNNERS = {
  curl: {
    command: "bash",
    parameters: [
      "-c",
      'for file in "$@"; do bash -e "$file" </dev/null >/dev/null || printf "\\nFAILED %s\\n" "$file"; done',
      "bash",
    ],
  },
  node: {
    command: process.execPath,
    parameters: [
      "--input-type=module",
      "-e",
      `console.log = () => {};
       for (const file of process.argv.slice(1))
         await import(file).catch((error) => process.stdout.write("\\nFAILED " + file + " " + error.message.split("\\n")[0] + "\\n"));`,
      "--",
    ],
  },
  python: {
    command: "python3",
    parameters: [
      "-c",
      `import runpy, sys
for file in sys.argv[1:]:
    try:
        runpy.run_path(file, init_globals={"print": lambda *values: None}, run_name="__main__")
    except BaseException as error:
        print("\\nFAILED", file, str(error).splitlines()[:1])`,
    ],
  },
} as const;

export type Language = keyof typeof RUNNERS;

/** Runs programs in a folder and returns the lines about those that failed. */
export async function runPrograms(
  language: Language,
  files: readonly string[],
  options: RunOptions,
): Promise<string[]> {
  const { command, parameters } = RUNNERS[language];
  const child = spawn(command, [...parameters, ...files], {
    cwd: options.folder,
    env: { ...process.env, ...options.env },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const output = await text(child.stdout);
  return output.split("\n").filter((line) => line.startsWith("FAILED "));
}

type RunOptions = { folder: string; env: Record<string, string> };
