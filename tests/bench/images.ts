import { readdirSync, readFileSync } from "node:fs";
import { cpus } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startGateway, type TestGateway } from "#tests/support/servers/gateway.ts";
import { startUpstream } from "#tests/support/upstream/upstream.ts";

// Sends images of 50 MB in base64 through the gateway on each path, and measures the longest turn of its event loop,
// during which no other request is served. It should stay below 50 ms.

const MEGABYTES = 50;
const TIMES = 3;

console.log(`${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}, ${MEGABYTES} MB of base64\n`);
const upstream = await startUpstream();
const preload = fileURLToPath(new URL("longest-turn.ts", import.meta.url));
const env = { NODE_OPTIONS: `--import ${preload}` };
const gateway = await startGateway({ upstream, providers: ["openai", "xai"], env });
const signature = Buffer.from("89504e470d0a1a0a", "hex");
const base64 = Buffer.concat([signature, Buffer.alloc(MEGABYTES * 1024 * 1024 * 0.75, 7)]).toString("base64");
const openai = { model: "openai/gpt-image-2", prompt: "A" };
const references = { input_references: [`data:image/png;base64,${base64}`] };

await measure("a small answer", openai);
upstream.script({ times: TIMES, reply: { body: JSON.stringify({ data: [{ b64_json: base64 }] }) } });
await measure("an answer", openai);
const event = { type: "image_generation.completed", b64_json: base64 };
upstream.script({ times: TIMES, reply: { events: [event] } });
await measure("a stream", { ...openai, stream: true });
await measure("a reference, as a form", { ...openai, ...references });
upstream.script({ reply: { body: '{"data":[{"b64_json":"iVBORw0KGgo="}]}' } });
await measure("a reference, as JSON", { model: "x-ai/grok-imagine-image", prompt: "A", ...references });
await gateway.stop();
await upstream.close();

async function measure(name: string, body: object): Promise<void> {
  for (let time = 0; time < TIMES; time += 1) {
    await readLongestTurn(gateway);
    const { status } = await gateway.call("POST", "/images", body);
    console.log(`${name.padEnd(24)} ${status}, ${await readLongestTurn(gateway)}`);
  }
}

async function readLongestTurn(testGateway: TestGateway): Promise<string> {
  const seen = testGateway.output().length;
  process.kill(processOf(testGateway), "SIGUSR2");
  for (;;) {
    await wait(20);
    const report = /longest turn .*/.exec(testGateway.output().slice(seen))?.[0];
    if (report) return report;
  }
}

/** Returns the id of the process that has the gateway's data folder (Linux). */
function processOf({ folder }: TestGateway): number {
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const found = ids.find((id) => id !== String(process.pid) && environmentOf(id).includes(`DATA_DIR=${folder}\0`));
  if (!found) throw new Error("the gateway's process was not found");
  return Number(found);
}

function environmentOf(id: string): string {
  try {
    return readFileSync(`/proc/${id}/environ`, "utf8");
  } catch {
    return "";
  }
}
