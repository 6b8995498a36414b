import { INSTRUCTIONS, type Loop, localTools, type Settings, schemaOf } from "./tools.ts";

/** Plays with an agent of Strands, which always streams. */
export const strandsLoop: Loop = async (settings) => {
  const { Agent, tool } = await settings.load("@strands-agents/sdk");
  const agent = new Agent({
    model: await modelOf(settings),
    systemPrompt: INSTRUCTIONS,
    printer: false,
    tools: localTools.map((one) =>
      tool({ name: one.name, description: one.description, inputSchema: schemaOf(one), callback: one.run }),
    ),
  });
  return String(await agent.invoke(settings.task));
};

async function modelOf({ load, dialect, url, key, model }: Settings) {
  if (dialect === "messages") {
    const { AnthropicModel } = await load("@strands-agents/sdk/models/anthropic");
    const params = { thinking: { type: "adaptive", display: "summarized" } };
    return new AnthropicModel({
      modelId: model,
      apiKey: key,
      maxTokens: 8000,
      params,
      clientConfig: { baseURL: `${url}/api` },
    });
  }
  if (dialect === "gemini") {
    const { GoogleModel } = await load("@strands-agents/sdk/models/google");
    const params = { thinkingConfig: { includeThoughts: true } };
    return new GoogleModel({ modelId: model, apiKey: key, params, clientConfig: { httpOptions: { baseUrl: url } } });
  }
  const { OpenAIModel } = await load("@strands-agents/sdk/models/openai");
  const clientConfig = { baseURL: `${url}/api/v1`, maxRetries: 0 };
  const params =
    dialect === "chat"
      ? { reasoning_effort: "medium" }
      : { reasoning: { effort: "medium", summary: "auto" }, include: ["reasoning.encrypted_content"] };
  return new OpenAIModel({ api: dialect, modelId: model, apiKey: key, params, clientConfig });
}
