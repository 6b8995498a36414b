import { INSTRUCTIONS, type Loop, localTools, schemaOf } from "./tools.ts";

/** Plays with Google's Agent Development Kit, which takes the address from the environment. */
export const googleAdkLoop: Loop = async ({ load, url, key, model, task, isStreamed }) => {
  process.env.GOOGLE_GEMINI_BASE_URL = url;
  const { FunctionTool, Gemini, InMemoryRunner, LlmAgent, StreamingMode } = await load("@google/adk");
  const agent = new LlmAgent({
    name: "worker",
    instruction: INSTRUCTIONS,
    model: new Gemini({ model, apiKey: key }),
    generateContentConfig: { thinkingConfig: { includeThoughts: true } },
    tools: localTools.map((one) => {
      const { additionalProperties: _, ...parameters } = schemaOf(one);
      return new FunctionTool({ name: one.name, description: one.description, parameters, execute: one.run });
    }),
  });
  const runner = new InMemoryRunner({ agent, appName: "switchboard" });
  const session = await runner.sessionService.createSession({ appName: "switchboard", userId: "worker" });
  const events = runner.runAsync({
    userId: "worker",
    sessionId: session.id,
    newMessage: { role: "user", parts: [{ text: task }] },
    runConfig: { streamingMode: isStreamed ? StreamingMode.SSE : StreamingMode.NONE },
  });
  let text = "";
  for await (const { content, partial } of events)
    if (!partial) text += (content?.parts ?? []).map((part: { text?: string }) => part.text ?? "").join("");
  return text;
};
