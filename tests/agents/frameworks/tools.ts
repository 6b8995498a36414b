import { execSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

/** A package whose types are not installed. */
type Package = ReturnType<typeof JSON.parse>;

/** What a framework plays the task with. `load` imports a package. */
export type Settings = {
  load(name: string): Promise<Package>;
  dialect: string;
  url: string;
  key: string;
  model: string;
  task: string;
  /** Whether responses are streamed. */
  isStreamed: boolean;
};

/** Runs the framework's own loop until the model calls no more tools, and returns the last text. */
export type Loop = (settings: Settings) => Promise<string>;

export const INSTRUCTIONS = "You are an agent that works on files.";

type Input = Record<string, string>;
export type LocalTool = { name: string; description: string; fields: string[]; run(input: Input): string };

/** The tools of every framework, which work on the current folder. A tool that throws is an error for the model. */
export const localTools: readonly LocalTool[] = [
  {
    name: "read_file",
    description: "Reads a file",
    fields: ["path"],
    run: ({ path = "" }) => readFileSync(path, "utf8"),
  },
  {
    name: "edit_file",
    description: "Replaces a text in a file",
    fields: ["path", "before", "after"],
    run({ path = "", before = "", after = "" }) {
      writeFileSync(path, readFileSync(path, "utf8").replace(before, after));
      return "Done";
    },
  },
  {
    name: "run_command",
    description: "Runs a command",
    fields: ["command"],
    run: ({ command = "" }) => execSync(command).toString(),
  },
];

/** Returns a tool's parameters as a JSON schema. */
export function schemaOf({ fields }: LocalTool) {
  const properties = Object.fromEntries(fields.map((name) => [name, { type: "string" }]));
  return { type: "object" as const, properties, required: fields, additionalProperties: false };
}
