import { INSTRUCTIONS, type Loop, localTools, type Settings, schemaOf } from "./tools.ts";

/** Plays with LlamaIndex: with its agent, which streams, or with `exec()`, which runs the calls of one response. */
export const llamaindexLoop: Loop = async (settings) => {
  const { tool } = await settings.load("llamaindex");
  const llm = await modelOf(settings);
  const tools = localTools.map((one) =>
    tool({ name: one.name, description: one.description, parameters: schemaOf(one), execute: one.run }),
  );
  if (settings.isStreamed) {
    const { agent } = await settings.load("@llamaindex/workflow");
    const { data } = await agent({ llm, tools, systemPrompt: INSTRUCTIONS, verbose: false }).run(settings.task);
    return String(data.result);
  }
  const messages = [
    { role: "system", content: INSTRUCTIONS },
    { role: "user", content: settings.task },
  ];
  for (;;) {
    const { newMessages, toolCalls } = await llm.exec({ messages, tools, stream: false });
    messages.push(...newMessages);
    if (toolCalls.length === 0) return JSON.stringify(messages.at(-1)?.content);
  }
};

async function modelOf({ load, dialect, url, key, model }: Settings) {
  if (dialect === "messages") {
    const { Anthropic, AnthropicSession } = await load("@llamaindex/anthropic");
    const session = new AnthropicSession({ apiKey: key, baseURL: `${url}/api`, maxRetries: 0 });
    const llm = new Anthropic({ model, maxTokens: 4000, session });
    // The package knows by their names which models call tools.
    return Object.defineProperty(llm, "supportToolCall", { value: true });
  }
  const { OpenAI, OpenAIResponses } = await load("@llamaindex/openai");
  const options = { model, apiKey: key, baseURL: `${url}/api/v1`, maxRetries: 0 };
  return dialect === "chat" ? new OpenAI({ ...options, supportToolCall: true }) : new OpenAIResponses(options);
}
