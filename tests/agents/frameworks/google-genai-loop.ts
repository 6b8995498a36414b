import { INSTRUCTIONS, type Loop, localTools, schemaOf } from "./tools.ts";

type FunctionCall = { id?: string; name: string; args: Record<string, string> };

/** Plays with Google's SDK, which calls the functions itself. */
export const googleGenaiLoop: Loop = async ({ load, url, key, model, task, isStreamed }) => {
  const { GoogleGenAI } = await load("@google/genai");
  const { models } = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: url } });
  const request = {
    model,
    contents: task,
    config: {
      systemInstruction: INSTRUCTIONS,
      thinkingConfig: { includeThoughts: true },
      tools: [{ tool: async () => ({ functionDeclarations: localTools.map(declarationOf) }), callTool }],
      automaticFunctionCalling: { maximumRemoteCalls: 20 },
    },
  };
  if (!isStreamed) return (await models.generateContent(request)).text;
  let text = "";
  for await (const chunk of await models.generateContentStream(request)) text += chunk.text ?? "";
  return text;
};

function declarationOf(tool: (typeof localTools)[number]) {
  const { additionalProperties: _, ...parametersJsonSchema } = schemaOf(tool);
  return { name: tool.name, description: tool.description, parametersJsonSchema };
}

async function callTool(calls: FunctionCall[]) {
  return calls.map(({ id, name, args }) => ({ functionResponse: { id, name, response: resultOf(name, args) } }));
}

function resultOf(name: string, args: FunctionCall["args"]) {
  try {
    return { output: localTools.find((one) => one.name === name)?.run(args) };
  } catch (error) {
    return { error: String(error) };
  }
}
