import { INSTRUCTIONS, type Loop, localTools, schemaOf } from "./tools.ts";

/** Plays with the tool runner of Anthropic's SDK. */
export const anthropicLoop: Loop = async ({ load, url, key, model, task, isStreamed }) => {
  const { default: Anthropic } = await load("@anthropic-ai/sdk");
  const { betaTool } = await load("@anthropic-ai/sdk/helpers/beta/json-schema");
  const client = new Anthropic({ apiKey: key, baseURL: `${url}/api`, maxRetries: 0 });
  const runner = client.beta.messages.toolRunner({
    model,
    max_tokens: 4000,
    thinking: { type: "enabled", budget_tokens: 2000 },
    system: [{ type: "text", text: INSTRUCTIONS, cache_control: { type: "ephemeral" } }],
    messages: [{ role: "user", content: task }],
    tools: localTools.map((one) =>
      betaTool({ name: one.name, description: one.description, inputSchema: schemaOf(one), run: one.run }),
    ),
    max_iterations: 20,
    stream: isStreamed,
  });
  const { content } = await runner.runUntilDone();
  return content.map(({ text = "" }: { text?: string }) => text).join("");
};
