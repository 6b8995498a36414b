import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startGateway } from "#tests/support/servers/gateway.ts";
import { startUpstream } from "#tests/support/upstream/upstream.ts";
import { clients } from "./clients.ts";
import { isClean, mergeReport } from "./report.ts";
import { type ClientLine, runClient } from "./run/run-client.ts";

// `npm run agents [-- <name>...]`: agents from the npm registry play a task against a scripted upstream,
// written to agents.md. With names, only their rows are replaced. `--keep` names a folder for what they printed and sent.

const FILE = "tests/agents/agents.md";
const { values, positionals } = parseArgs({ options: { keep: { type: "string" } }, allowPositionals: true });
const say = (line: string) => process.stderr.write(`${line}\n`);

const unknown = positionals.filter((name) => !clients.some((client) => client.name === name));
if (unknown.length > 0) {
  say(`unknown: ${unknown.join(", ")}; known: ${clients.map(({ name }) => name).join(", ")}`);
  process.exit(2);
}
const chosen = clients.filter(({ name }) => positionals.length === 0 || positionals.includes(name));

const upstream = await startUpstream();
const gateway = await startGateway({
  upstream,
  providers: ["openai", "anthropic", "google", "groq"],
  env: { RATE_LIMIT_REQUESTS_PER_MINUTE: "100000" },
});
const lines: ClientLine[] = [];
for (const client of chosen) {
  for (const [index, variant] of client.variants.entries()) {
    const { line, play, tap } = await runClient(client, variant, gateway, upstream);
    lines.push(line);
    say(`${line.problems.length === 0 ? "pass" : "FAIL"} ${client.name} ${line.dialect} ${variant.model}`);
    for (const problem of line.problems) say(`  ${problem}`);
    if (values.keep) keep(`${client.name}-${index}`, { line, sent: tap.requests, received: upstream.requests, play });
  }
  writeFileSync(FILE, mergeReport(FILE, lines, clients));
}
await gateway.stop();
await upstream.close();
say(`written to ${FILE}`);
process.exit(isClean(lines) ? 0 : 1);

function keep(name: string, run: object): void {
  const text = JSON.stringify(run, (field, value) => (field === "raw" ? undefined : value), 1);
  writeFileSync(join(values.keep as string, `${name}.json`), text);
}
