import { fileURLToPath } from "node:url";
import { type Client, NO_REASONING, type Rejected, UNSIGNED, type Variant } from "../client.ts";
import type { Format } from "../transcript/transcript.ts";

const SCRIPT = fileURLToPath(new URL("../frameworks/main.ts", import.meta.url));

type Framework = {
  id: string;
  title: string;
  packages: readonly string[];
  dialect: Format;
  rejected?: Rejected;
  renamesCalls?: boolean;
};

/** `whenStreamed`: how the variant differs then. */
type Model = Variant & { whenStreamed?: Partial<Variant> };

/** A framework plays the task with its own loop and three tools of ours, streamed and not. */
function framework(
  { id, title, packages, dialect, rejected, renamesCalls = false }: Framework,
  models: readonly Model[],
): Client {
  return {
    name: `${id}-${dialect}`,
    title,
    packages,
    dialect,
    variants: models.flatMap(({ whenStreamed, ...one }) => [
      { ...one, ...whenStreamed, label: "streamed", isStreamed: true },
      { ...one, label: "not streamed", isStreamed: false },
    ]),
    agent: { id: null, version: undefined },
    hasNoSession: true,
    ...(rejected && { rejected }),
    renamesCalls,
    tools: () => ({
      read: (path) => ({ name: "read_file", input: { path } }),
      edit: (path, before, after) => ({ name: "edit_file", input: { path, before, after } }),
      run: (command) => ({ name: "run_command", input: { command } }),
    }),
    prepare: ({ packages: folder, url, key, model, task }, { isStreamed }) => ({
      command: process.execPath,
      args: [SCRIPT],
      env: {
        PACKAGES: folder,
        FRAMEWORK: id,
        DIALECT: dialect,
        GATEWAY_URL: url,
        GATEWAY_KEY: key,
        MODEL: model,
        TASK: task,
        STREAM: isStreamed ? "yes" : "no",
      },
    }),
  };
}

const AI = "ai@7.0.173";
const GPT = { model: "openai/gpt-5.5" };
const OSS = { model: "openai/gpt-oss-120b" };
const CLAUDE = { model: "anthropic/claude-sonnet-5" };
const GEMINI = { model: "google/gemini-3.8-flash" };
const UNSIGNED_GEMINI = { ...GEMINI, isUnsigned: UNSIGNED };
const losesTexts = "leaves out the texts that come with calls, and reasoning";
const WITHOUT_THINKING = "asks for no thinking, so it gets no signatures and Gemini the placeholder for them";

const aiSdk = (dialect: Format, name: string, spec: string) => ({
  id: "ai-sdk",
  title: `AI SDK, ${name}`,
  packages: [AI, spec],
  dialect,
});
const agentsSdk = (dialect: Format) => ({
  id: "openai-agents",
  title: `OpenAI Agents SDK, ${dialect}`,
  packages: ["@openai/agents@0.20.0", "openai@7.57.0", "zod@4.6.7"],
  dialect,
});
const langchain = (dialect: Format, spec: string) => ({
  id: "langchain",
  title: `LangChain, ${nameOf(spec)}, ${dialect}`,
  packages: ["langchain@1.5.14", "@langchain/core@1.4.0", spec],
  dialect,
});
const llamaindex = (dialect: Format, spec: string) => ({
  id: "llamaindex",
  title: `LlamaIndex, ${nameOf(spec)}, ${dialect}`,
  packages: ["llamaindex@0.12.1", "@llamaindex/workflow@1.1.24", spec],
  dialect,
});
const mastra = (dialect: Format) => ({
  id: "mastra",
  title: `Mastra, ${dialect}`,
  packages: ["@mastra/core@1.71.0", "zod@4.6.7"],
  dialect,
});
const toolRunner = {
  id: "anthropic",
  title: "Anthropic's SDK, tool runner",
  packages: ["@anthropic-ai/sdk@1.14.0"],
  dialect: "messages" as const,
  rejected: {
    message: "message threads are not supported",
    remark: "first sends a message thread, and whole conversations once that is rejected",
  },
};
const googleGenai = {
  id: "google-genai",
  title: "@google/genai",
  packages: ["@google/genai@3.3.0"],
  dialect: "gemini" as const,
};

const googleAdk = {
  id: "google-adk",
  title: "Google's Agent Development Kit",
  packages: ["@google/adk@2.0.0"],
  dialect: "gemini" as const,
};
const strands = (dialect: Format, spec: string) => ({
  id: "strands",
  title: `Strands, ${dialect}`,
  packages: ["@strands-agents/sdk@1.19.0", spec, "zod@4.6.7"],
  dialect,
});

const nameOf = (spec: string) => spec.slice(0, spec.lastIndexOf("@"));

export const frameworks: readonly Client[] = [
  framework(aiSdk("messages", "@ai-sdk/anthropic", "@ai-sdk/anthropic@4.0.105"), [CLAUDE, GPT, GEMINI]),
  framework(aiSdk("responses", "@ai-sdk/openai", "@ai-sdk/openai@4.0.118"), [GPT, CLAUDE, GEMINI]),
  framework(aiSdk("chat", "@ai-sdk/openai-compatible", "@ai-sdk/openai-compatible@3.0.92"), [OSS, CLAUDE, GEMINI]),
  framework(aiSdk("gemini", "@ai-sdk/google", "@ai-sdk/google@4.0.121"), [GEMINI, CLAUDE, GPT]),
  framework(agentsSdk("responses"), [GPT, CLAUDE, GEMINI]),
  framework(agentsSdk("chat"), [GPT, CLAUDE, { ...GEMINI, whenStreamed: { isUnsigned: UNSIGNED } }]),
  framework(langchain("responses", "@langchain/openai@1.6.0"), [GPT, CLAUDE, GEMINI]),
  framework(langchain("chat", "@langchain/openai@1.6.0"), [GPT, CLAUDE, UNSIGNED_GEMINI]),
  framework(langchain("messages", "@langchain/anthropic@1.5.11"), [CLAUDE, GPT, GEMINI]),
  framework({ ...langchain("gemini", "@langchain/google-genai@2.3.2"), renamesCalls: true }, [GEMINI, CLAUDE, GPT]),
  framework(
    llamaindex("responses", "@llamaindex/openai@0.4.22"),
    [GPT, CLAUDE, UNSIGNED_GEMINI].map((one) => ({ ...one, losesTexts })),
  ),
  framework(llamaindex("chat", "@llamaindex/openai@0.4.22"), [GPT, CLAUDE, UNSIGNED_GEMINI]),
  framework(llamaindex("messages", "@llamaindex/anthropic@0.3.26"), [
    CLAUDE,
    GPT,
    { ...GEMINI, isUnsigned: WITHOUT_THINKING },
  ]),
  framework(mastra("responses"), [GPT, CLAUDE, GEMINI]),
  framework(mastra("chat"), [GPT, CLAUDE, UNSIGNED_GEMINI]),
  framework(toolRunner, [CLAUDE, GPT, GEMINI]),
  framework(googleGenai, [GEMINI, CLAUDE, GPT]),
  framework(googleAdk, [GEMINI, CLAUDE, GPT]),
  // Its chat loses the text before a call and all but one of several calls, from any server.
  framework(strands("responses", "openai@6.45.0"), [
    { ...GPT, losesReasoning: NO_REASONING },
    { ...CLAUDE, losesReasoning: NO_REASONING },
    UNSIGNED_GEMINI,
  ]),
  framework(strands("messages", "@anthropic-ai/sdk@0.109.1"), [CLAUDE, GPT, GEMINI]),
  framework(strands("gemini", "@google/genai@2.9.0"), [GEMINI, CLAUDE, GPT]),
];
