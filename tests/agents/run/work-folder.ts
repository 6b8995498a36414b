import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** An agent's home and the project that it works in, both new. */
export type WorkFolder = {
  home: string;
  project: string;
  path(name: string): string;
  /** Returns what differs from the files after all steps. */
  problems(): string[];
  remove(): void;
};

export const BEFORE = "The color is red.";
export const AFTER = "The color is blue.";

export function createWorkFolder(marker: string): WorkFolder {
  const root = mkdtempSync(join(tmpdir(), "agent-"));
  const [home, project] = [join(root, "home"), join(root, "project")];
  for (const folder of [home, project]) mkdirSync(folder);
  const path = (name: string) => join(project, name);
  writeFileSync(path("notes.txt"), notes(marker, BEFORE));
  for (const name of ["first", "second"]) writeFileSync(path(`${name}.txt`), `${name} of ${marker}\n`);
  return {
    home,
    project,
    path,
    problems: () => [
      ...(read(path("notes.txt")) === notes(marker, AFTER) ? [] : ["notes.txt was not edited"]),
      ...(read(path("made.txt"))?.trim() === `made for ${marker}` ? [] : ["the command did not run"]),
    ],
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 3 }),
  };
}

function notes(marker: string, line: string): string {
  return `Notes of ${marker}\n${line}\nThe end.\n`;
}

function read(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}
