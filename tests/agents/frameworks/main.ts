import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { aiSdkLoop } from "./ai-sdk-loop.ts";
import { anthropicLoop } from "./anthropic-loop.ts";
import { googleAdkLoop } from "./google-adk-loop.ts";
import { googleGenaiLoop } from "./google-genai-loop.ts";
import { langchainLoop } from "./langchain-loop.ts";
import { llamaindexLoop } from "./llamaindex-loop.ts";
import { mastraLoop } from "./mastra-loop.ts";
import { openaiAgentsLoop } from "./openai-agents-loop.ts";
import { strandsLoop } from "./strands-loop.ts";
import type { Loop } from "./tools.ts";

// `node tests/agents/frameworks/main.ts`: plays one task with one framework, as its environment says, and prints the
// last text. The packages are those of the folder in PACKAGES.

const LOOPS: Record<string, Loop> = {
  "ai-sdk": aiSdkLoop,
  "openai-agents": openaiAgentsLoop,
  langchain: langchainLoop,
  llamaindex: llamaindexLoop,
  mastra: mastraLoop,
  "google-genai": googleGenaiLoop,
  anthropic: anthropicLoop,
  strands: strandsLoop,
  "google-adk": googleAdkLoop,
};
const variable = (name: string) => process.env[name] ?? "";

const { load } = await import(pathToFileURL(join(variable("PACKAGES"), "load.mjs")).href);
const loop = LOOPS[variable("FRAMEWORK")] as Loop;
const text = await loop({
  load,
  dialect: variable("DIALECT"),
  url: variable("GATEWAY_URL"),
  key: variable("GATEWAY_KEY"),
  model: variable("MODEL"),
  task: variable("TASK"),
  isStreamed: variable("STREAM") === "yes",
});
process.stdout.write(`${text}\n`);
process.exit(0);
