import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { type Client, UNSIGNED } from "../client.ts";
import { isolatedEnv } from "../run/run-program.ts";
import { patchOf } from "../steps.ts";

const VERSION = "3.0.65";

const PROVIDER = "openai-compatible";

/** Cline's command can change the address of this provider only. */
export const cline: Client = {
  name: "cline",
  title: "Cline CLI",
  packages: [`cline@${VERSION}`],
  dialect: "chat",
  variants: [
    { model: "openai/gpt-oss-120b" },
    { model: "anthropic/claude-sonnet-5" },
    { model: "google/gemini-3.8-flash", isUnsigned: UNSIGNED },
  ],
  agent: { id: null, version: undefined },
  hasNoSession: true,
  tools: (model) => ({
    read: (path) => ({ name: "read_files", input: { files: [{ path }] } }),
    edit: (path, before, after) =>
      model.includes("gpt")
        ? { name: "apply_patch", input: { input: patchOf(path, before, after) } }
        : { name: "editor", input: { path, old_text: before, new_text: after } },
    run: (command) => ({ name: "run_commands", input: { commands: [command] } }),
  }),
  prepare({ packages, home, url, key, model, task }) {
    const command = join(packages, "node_modules/@cline/cli-linux-x64/bin/cline");
    const env = { CLINE_TELEMETRY_DISABLED: "1", CLINE_NO_AUTO_UPDATE: "1" };
    const auth = ["auth", "-p", PROVIDER, "-k", key, "-m", model, "-b", `${url}/api/v1`];
    execFileSync(command, auth, { env: { ...process.env, ...isolatedEnv(home, url), ...env }, stdio: "pipe" });
    return { command, args: ["-P", PROVIDER, "-m", model, "--json", task], env };
  },
};
