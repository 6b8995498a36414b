import { INSTRUCTIONS, type Loop, localTools, schemaOf } from "./tools.ts";

/** Plays with an agent of Mastra, whose model router speaks chat or responses to any address. */
export const mastraLoop: Loop = async ({ load, dialect, url, key, model, task, isStreamed }) => {
  const { Agent } = await load("@mastra/core/agent");
  const { createTool } = await load("@mastra/core/tools");
  const agent = new Agent({
    id: "worker",
    name: "Worker",
    instructions: INSTRUCTIONS,
    model: { providerId: "switchboard", modelId: model, url: `${url}/api/v1`, apiKey: key, api: dialect },
    tools: Object.fromEntries(
      localTools.map((one) => [
        one.name,
        createTool({ id: one.name, description: one.description, inputSchema: schemaOf(one), execute: one.run }),
      ]),
    ),
  });
  const openai = { forceReasoning: true, reasoningSummary: "auto", reasoningEffort: "medium", store: false };
  const options = { maxSteps: 20, modelSettings: { maxRetries: 0 }, providerOptions: { openai } };
  if (!isStreamed) return (await agent.generate(task, options)).text;
  return (await agent.stream(task, options)).text;
};
