import type { AnswerCall } from "#tests/support/upstream/text/answer.ts";
import type { PlannedStep } from "./play.ts";
import { AFTER, BEFORE, type WorkFolder } from "./run/work-folder.ts";

/** A call in the form of one agent's tool; an input that is a text is a custom tool's. */
export type ToolCall = Pick<AnswerCall, "name" | "namespace" | "isCustom"> & { input: unknown };

/** How an agent's tools are called. Paths are absolute. */
export type ToolBox = {
  read(path: string): ToolCall;
  edit(path: string, before: string, after: string): ToolCall;
  run(command: string): ToolCall;
  /** The tool `echo` of an MCP server named `everything`; undefined if the agent runs none. */
  echo?(message: string): ToolCall;
  /** The agent's search for tools, which must find `echo` before it can be called. */
  search?(query: string): ToolCall;
};

/** The task of every agent: read, edit, run a command, several calls at once, a request that fails, a final text. */
export function stepsFor(tools: ToolBox, { path }: Pick<WorkFolder, "path">, marker: string): PlannedStep[] {
  const echo = tools.echo?.(`echo of ${marker}`);
  const search = tools.search?.("echo");
  return [
    { text: "First I read the notes.", calls: [{ ...tools.read(path("notes.txt")), expects: BEFORE }] },
    { text: "Now I change the color.", calls: [{ ...tools.edit(path("notes.txt"), BEFORE, AFTER), expects: "" }] },
    {
      text: "Now I run a command.",
      calls: [{ ...tools.run(`echo "made for ${marker}" | tee made.txt`), expects: `made for ${marker}` }],
    },
    ...(search ? [{ text: "Now I look for a tool.", calls: [{ ...search, expects: "echo" }] }] : []),
    {
      text: "Now I do several things at once.",
      calls: [
        { ...tools.read(path("first.txt")), expects: `first of ${marker}` },
        { ...tools.read(path("second.txt")), expects: `second of ${marker}` },
        ...(echo ? [{ ...echo, expects: `echo of ${marker}` }] : []),
      ],
    },
    { text: "This file does not exist.", calls: [{ ...tools.read(path("missing.txt")), expects: "" }] },
    { text: `The color is blue now, as ${marker} asked.`, calls: [] },
  ];
}

/** Returns the patch of a line, in the form that OpenAI's models write. */
export function patchOf(path: string, before: string, after: string): string {
  return `*** Begin Patch\n*** Update File: ${path}\n@@\n-${before}\n+${after}\n*** End Patch`;
}

export function taskFor(marker: string): string {
  return `Do ${marker}: read notes.txt, change the color in it to blue, run the command, and say when it is done.`;
}
