import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export type Ran = { code: number | null; stdout: string; stderr: string };

/** A person's home folder, in which commands run as they would in a shell of theirs. */
export type Home = {
  path: string;
  /** Runs a line of a shell. `onError` receives what it has written to standard error so far. */
  run(line: string, env?: Record<string, string>, onError?: (text: string) => void): Promise<Ran>;
  write(file: string, text: string): void;
  read(file: string): string;
  /** Every file with its bytes, except those of Switchboard's own folders. */
  files(): Record<string, string>;
  remove(): void;
};

export function createHome(): Home {
  const path = mkdtempSync(join(tmpdir(), "agent-home-"));
  const own = [".local/share/switchboard", ".local/state/switchboard"];
  return {
    path,
    run: (line, env = {}, onError) => runIn(path, line, env, onError),
    write(file, text) {
      mkdirSync(dirname(join(path, file)), { recursive: true });
      writeFileSync(join(path, file), text);
    },
    read: (file) => readFileSync(join(path, file), "utf8"),
    files() {
      const entries = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      const names = entries.map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1));
      const others = names.filter((name) => !own.some((folder) => name.startsWith(folder))).sort();
      return Object.fromEntries(others.map((name) => [name, readFileSync(join(path, name), "base64")]));
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

function runIn(home: string, line: string, env: Record<string, string>, onError?: (text: string) => void) {
  const PATH = `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`;
  const options = { cwd: home, env: { ...env, HOME: home, PATH } as unknown as NodeJS.ProcessEnv };
  const child = spawn("sh", ["-c", line], { ...options, stdio: ["ignore", "pipe", "pipe"] });
  const ran: Ran = { code: null, stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => {
    ran.stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    ran.stderr += chunk;
    onError?.(ran.stderr);
  });
  return new Promise<Ran>((done) => child.once("close", (code) => done({ ...ran, code })));
}
