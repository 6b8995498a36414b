import { join } from "node:path";
import { clients } from "#lib/docs/connect.ts";
import { withKey } from "#lib/request-samples.ts";
import { createHome } from "#tests/support/agents/home.ts";
import { serveScripts } from "#tests/support/agents/serve-scripts.ts";
import { approve } from "#tests/support/agents/sign-in.ts";
import { becomeOwner } from "#tests/support/people.ts";
import { startGateway } from "#tests/support/servers/gateway.ts";
import { startUpstream } from "#tests/support/upstream/upstream.ts";
import { installPackages } from "../run/install.ts";
import { PROGRAM_ENV, type Program, programs } from "./programs.ts";

// `node tests/agents/set-up/main.ts [<agent>...]`: runs the lines of the Connect pages as printed, then the agents of
// the npm registry with what they wrote, against a fake upstream.

const QUESTION = "Hello from the test";
const say = (line: string) => process.stderr.write(`${line}\n`);

const upstream = await startUpstream();
const gateway = await startGateway({ upstream, providers: ["openai", "anthropic", "google", "groq"] });
const scripts = await serveScripts(gateway.url);
const owner = await becomeOwner(gateway);
const { key } = await gateway.newKey({ name: "Pasted key" });
const chosen = programs.filter(({ agent }) => process.argv.length < 3 || process.argv.includes(agent));

let failures = 0;
for (const program of chosen) {
  const samples = clients(scripts.url).find(({ id }) => id === program.agent)?.samples ?? [];
  const lineOf = (name: string) => withKey(samples.find(({ id }) => id === name)?.code ?? "false", key);
  for (const { id } of samples.filter((sample) => sample.id !== "undo")) {
    const problems = await play(program, lineOf(id), lineOf("undo"), id === "sign-in");
    failures += problems.length;
    say(`${problems.length === 0 ? "pass" : "FAIL"} ${program.spec}, ${id}`);
    for (const problem of problems) say(`  ${problem}`);
  }
}
await scripts.close();
await gateway.stop();
await upstream.close();
process.exit(failures === 0 ? 0 : 1);

/** Sets an agent up, asks it one question, undoes the set-up, and returns what went wrong. */
async function play(program: Program, setUp: string, undo: string, isSignedIn: boolean): Promise<string[]> {
  const home = createHome();
  const problems: string[] = [];
  let isApproved = false;
  const done = await home.run(setUp, {}, (shown) => {
    const code = /enter the code ([A-Z]{4}-[A-Z]{4})/.exec(shown)?.[1];
    if (code && !isApproved) void approve(owner, code);
    isApproved ||= code !== undefined;
  });
  if (done.code !== 0) problems.push(`the set-up failed: ${done.stderr}`);
  const written = home.files();
  const packages = join(await installPackages([program.spec]), "node_modules");
  const command = program.command(packages, QUESTION).map((word) => JSON.stringify(word));
  const asked = await home.run(`timeout 120 ${command.join(" ")}`, PROGRAM_ENV);
  if (!asked.stdout.includes(QUESTION)) problems.push(`it printed: ${asked.stdout} ${asked.stderr}`.slice(-500));
  problems.push(...(await problemsOfLedger(isSignedIn)));
  const changed = Object.keys(written).filter((file) => home.files()[file] !== written[file]);
  // Some agents change their own settings when they run; then Undo takes back only what was set.
  const undone = await home.run(undo);
  if (undone.code !== 0) problems.push(`Undo failed: ${undone.stderr}`);
  const left = Object.fromEntries(Object.entries(home.files()).filter(([file]) => file in written));
  const traces = Object.entries(left).filter(([file, text]) => !changed.includes(file) || isOurs(text));
  if (traces.length > 0) problems.push(`Undo left ${traces.join(", ")}`);
  home.remove();
  return problems;
}

async function problemsOfLedger(isSignedIn: boolean): Promise<string[]> {
  const { body } = await gateway.call("GET", "/generations?limit=1");
  const { api_key_name: name, status } = body.data[0] ?? {};
  const isRight = isSignedIn ? / on /.test(name) : name === "Pasted key";
  return isRight ? [] : [`the newest request has status ${status} and the key ${name}`];
}

function isOurs(base64: string): boolean {
  return /switchboard|127\.0\.0\.1/i.test(Buffer.from(base64, "base64").toString());
}
