import { existsSync, readFileSync } from "node:fs";
import { cpus } from "node:os";
import { table } from "#tests/faults/report.ts";
import type { Client } from "./client.ts";
import type { ClientLine } from "./run/run-client.ts";

const INTRODUCTION = `# Agents

Written by \`npm run agents\`; do not edit. Each agent is installed from the npm registry and plays one task in a new folder, and so does each framework, with its own loop and three tools of ours: it reads a file, edits it, runs a command, calls several tools at once, gets an error from a tool, and ends with a text. The gateway is a real process. The upstream is scripted and checks every request:

- each call has one result, in order, with the id, name and arguments that were issued
- reasoning comes back with its signature or encrypted content, in its place; where an agent loses Google's signatures, Gemini gets the documented placeholder, without which it rejects the request
- natively, the conversation arrives as the agent sent it; converted, with the same system prompt and tools
- nothing of the gateway's own arrives: no field, no key

Then the file must have been edited and the command run, and the ledger must have a row for each request with the agent, its version and session, the upstream's usage, and a cost that can be recomputed and equals what the key was charged.

Requests in Google's form are read as chat requests and converted, also for Google's models.

"Turns" are requests of the conversation, "others" are titles and the like. "Hosts" are those that a program wanted to reach besides the gateway; it could not.`;

const HEADS = ["Program", "Version", "Speaks", "Model", "Upstream", "Turns", "Others", "Result", "Remarks"];

/** Returns the report as Markdown. Rows of programs that did not run now are those of the last report. */
export function mergeReport(file: string, lines: readonly ClientLine[], clients: readonly Client[]): string {
  const old = existsSync(file) ? rowsIn(readFileSync(file, "utf8")) : [];
  const current = lines.map(cellsOf);
  const rows = clients.flatMap(({ title }) => {
    const own = current.filter(([name]) => name === title);
    return own.length > 0 ? own : old.filter(([name]) => name === title);
  });
  const machine = `Run with Node ${process.version} on ${cpus().length} CPUs.`;
  return `${INTRODUCTION}\n\n${machine}\n\n${table(HEADS, rows)}\n`;
}

export function isClean(lines: readonly ClientLine[]): boolean {
  return lines.every(({ problems }) => problems.length === 0);
}

function cellsOf(line: ClientLine): string[] {
  const { title, version, dialect, model, upstream, isNative, turns, others, problems, remarks } = line;
  return [
    title,
    version,
    dialect,
    model,
    isNative ? "native" : `converted to ${upstream ?? "nothing"}`,
    String(turns),
    String(others),
    problems.length === 0 ? "pass" : `fail: ${problems.join("; ")}`,
    remarks.join("; "),
  ];
}

function rowsIn(report: string): string[][] {
  const lines = report.split("\n").filter((line) => line.startsWith("| "));
  return lines.slice(2).map((line) =>
    line
      .slice(2, -2)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll("\\|", "|")),
  );
}
