import { INSTRUCTIONS, type Loop, localTools, schemaOf } from "./tools.ts";

/** Plays with the OpenAI Agents SDK. */
export const openaiAgentsLoop: Loop = async ({ load, dialect, url, key, model, task, isStreamed }) => {
  const sdk = await load("@openai/agents");
  const { default: OpenAI } = await load("openai");
  sdk.setTracingDisabled(true);
  sdk.setDefaultOpenAIClient(new OpenAI({ baseURL: `${url}/api/v1`, apiKey: key, maxRetries: 0 }));
  sdk.setOpenAIAPI(dialect === "chat" ? "chat_completions" : "responses");
  const agent = new sdk.Agent({
    name: "Worker",
    instructions: INSTRUCTIONS,
    model,
    ...(dialect === "responses" && {
      modelSettings: {
        store: false,
        reasoning: { effort: "medium", summary: "auto" },
        providerData: { include: ["reasoning.encrypted_content"] },
      },
    }),
    tools: localTools.map((one) =>
      sdk.tool({
        name: one.name,
        description: one.description,
        parameters: schemaOf(one),
        strict: true,
        execute: one.run,
      }),
    ),
  });
  const result = await sdk.run(agent, task, { maxTurns: 20, stream: isStreamed });
  await result.completed;
  return String(result.finalOutput);
};
