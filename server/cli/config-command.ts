import { writeFile } from "node:fs/promises";
import { readConfigFile } from "#server/security/read-config-file.ts";
import { changesText } from "./config/changes-text.ts";
import { createConfigClient } from "./config/config-client.ts";
import { effectText } from "./config/effect-text.ts";
import { printLine, runCommand } from "./run-command.ts";

// `npm run config -- export|plan|apply|drift|schema`: manages the configuration as one document through the API of a
// running gateway.

const USAGE = `Usage: npm run config -- export [--to <file>]
       npm run config -- plan <file>
       npm run config -- apply <file> [--plan <hash>]
       npm run config -- drift
       npm run config -- schema [--to <file>]
Calls the gateway at SWITCHBOARD_URL (by default this machine's) with the key in SWITCHBOARD_MANAGEMENT_KEY. plan shows
what apply would change. apply makes the changes, of the plan with this hash if you name one, and prints new API keys
once. The values of env and file references are read where this command runs. Exit codes: 0 if all is well, 1 if drift
finds a difference, 2 for an error.`;

await runCommand({
  usage: USAGE,
  options: { to: { type: "string" }, plan: { type: "string" } },
  failureCode: 2,
  choose({ positionals: [command, file, ...others], values: { to, plan } }) {
    const isUsable =
      others.length === 0 &&
      (to === undefined || command === "export" || command === "schema") &&
      (plan === undefined || command === "apply");
    if (!isUsable) return undefined;
    const client = () => createConfigClient(process.env);
    if (command === "export") return async () => write((await client().get("/config")).data.yaml, to);
    if (command === "schema")
      return async () => write(JSON.stringify(await client().get("/config/schema"), null, 2), to);
    if (command === "drift") return () => drift(client());
    if (command === "plan" && file)
      return async () => void (await showPlan(client(), await readConfigFile(file, process.env)));
    if (command === "apply" && file) return async () => apply(client(), await readConfigFile(file, process.env), plan);
    return undefined;
  },
});

type Client = ReturnType<typeof createConfigClient>;
type Sent = Awaited<ReturnType<typeof readConfigFile>>;

async function showPlan(client: Client, sent: Sent): Promise<string> {
  const { data } = await client.post("/config/plan", sent);
  printLine(changesText(data.changes, data.notes));
  const effect = effectText(data.effect);
  if (effect) printLine(effect);
  printLine(`Plan ${data.plan_hash}`);
  return data.plan_hash;
}

async function apply(client: Client, sent: Sent, named: string | undefined): Promise<void> {
  const plan_hash = named ?? (await showPlan(client, sent));
  const { data, keys } = await client.post("/config", { ...sent, plan_hash });
  printLine(`Applied: ${data.created} created, ${data.updated} updated, ${data.deleted} deleted.`);
  for (const note of data.notes) printLine(note);
  if (keys.length > 0) printLine("New API keys, shown only once:");
  for (const { workspace, name, key } of keys) printLine(`  ${workspace}/${name}: ${key}`);
}

async function drift(client: Client): Promise<void> {
  const { data } = await client.get("/config/drift");
  if (!data.applied) throw new Error("No document has been applied yet");
  printLine(`Applied ${data.applied.at} by ${data.applied.by}.`);
  printLine(data.has_drift ? changesText(data.changes, data.notes) : "Nothing has changed since.");
  if (data.has_drift) process.exitCode = 1;
}

async function write(text: string, to: string | undefined): Promise<void> {
  if (to) await writeFile(to, `${text.trimEnd()}\n`);
  printLine(to ? `Wrote ${to}` : text.trimEnd());
}
