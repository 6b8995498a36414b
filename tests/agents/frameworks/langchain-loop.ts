import { INSTRUCTIONS, type Loop, localTools, type Settings, schemaOf } from "./tools.ts";

/** Plays with LangChain's `createAgent()`, and its package of chat models for the dialect. */
export const langchainLoop: Loop = async (settings) => {
  const { createAgent, tool } = await settings.load("langchain");
  const agent = createAgent({
    model: await modelOf(settings),
    systemPrompt: INSTRUCTIONS,
    tools: localTools.map((one) =>
      tool(one.run, { name: one.name, description: one.description, schema: schemaOf(one) }),
    ),
  });
  const input = { messages: [{ role: "user", content: settings.task }] };
  const limit = { recursionLimit: 50 };
  if (!settings.isStreamed) return textOf((await agent.invoke(input, limit)).messages.at(-1).content);
  let text = "";
  for await (const [message] of await agent.stream(input, { ...limit, streamMode: "messages" }))
    if (message.getType() === "ai") text += textOf(message.content);
  return text;
};

async function modelOf({ load, dialect, url, key, model, isStreamed }: Settings) {
  const options = { model, apiKey: key, maxRetries: 0, streaming: isStreamed };
  if (dialect === "messages") {
    const { ChatAnthropic } = await load("@langchain/anthropic");
    const thinking = { type: "enabled", budget_tokens: 2000 };
    return new ChatAnthropic({ ...options, anthropicApiUrl: `${url}/api`, maxTokens: 4000, thinking });
  }
  if (dialect === "gemini") {
    const { ChatGoogleGenerativeAI } = await load("@langchain/google-genai");
    const thinkingConfig = { includeThoughts: true };
    return new ChatGoogleGenerativeAI({ ...options, baseUrl: url, thinkingConfig });
  }
  const { ChatOpenAI } = await load("@langchain/openai");
  const configuration = { baseURL: `${url}/api/v1` };
  if (dialect === "chat") return new ChatOpenAI({ ...options, configuration });
  // The package asks for reasoning only if the model has the name of one of OpenAI's.
  const modelKwargs = {
    reasoning: { effort: "medium", summary: "auto" },
    include: ["reasoning.encrypted_content"],
  };
  return new ChatOpenAI({ ...options, configuration, modelKwargs, useResponsesApi: true, zdrEnabled: true });
}

function textOf(content: string | { type: string; text?: string }[]): string {
  return typeof content === "string" ? content : content.map(({ text = "" }) => text).join("");
}
