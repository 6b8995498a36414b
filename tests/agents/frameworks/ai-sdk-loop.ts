import { INSTRUCTIONS, type Loop, localTools, type Settings, schemaOf } from "./tools.ts";

/** Plays with the AI SDK's `streamText()` or `generateText()`, and the package of the dialect. */
export const aiSdkLoop: Loop = async (settings) => {
  const { streamText, generateText, tool, jsonSchema, stepCountIs } = await settings.load("ai");
  const tools = Object.fromEntries(
    localTools.map((one) => [
      one.name,
      tool({ description: one.description, inputSchema: jsonSchema(schemaOf(one)), execute: one.run }),
    ]),
  );
  const request = {
    model: await modelOf(settings),
    instructions: INSTRUCTIONS,
    prompt: settings.task,
    tools,
    stopWhen: stepCountIs(20),
    maxRetries: 0,
    providerOptions: {
      anthropic: { thinking: { type: "enabled", budgetTokens: 2000 } },
      google: { thinkingConfig: { includeThoughts: true } },
      openai: { forceReasoning: true, reasoningSummary: "auto", reasoningEffort: "medium", store: false },
    },
  };
  return settings.isStreamed ? streamText(request).text : (await generateText(request)).text;
};

async function modelOf({ load, dialect, url, key, model }: Settings) {
  const options = { baseURL: `${url}/api/v1`, apiKey: key };
  if (dialect === "gemini") {
    const { createGoogle } = await load("@ai-sdk/google");
    return createGoogle({ apiKey: key, baseURL: `${url}/v1beta` })(model);
  }
  if (dialect === "messages") return (await load("@ai-sdk/anthropic")).createAnthropic(options)(model);
  if (dialect === "responses") return (await load("@ai-sdk/openai")).createOpenAI(options).responses(model);
  const { createOpenAICompatible } = await load("@ai-sdk/openai-compatible");
  return createOpenAICompatible({ ...options, name: "switchboard", includeUsage: true })(model);
}
