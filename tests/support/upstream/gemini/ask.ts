import type { RecordedRequest } from "../recorded-request.ts";
import { type Ask, emptyAsk, type Turn } from "../text/ask.ts";

type Json = Record<string, unknown>;

/** Reads a generateContent body; the path contains the model and whether to stream. */
export function askOfGemini(body: Json, request: RecordedRequest): Ask {
  const config = (body.generationConfig ?? {}) as Json;
  const tools = (body.tools ?? []) as Json[];
  return {
    ...emptyAsk,
    model: modelOf(request),
    stream: request.path.endsWith(":streamGenerateContent"),
    turns: [
      ...systemTurns(body.systemInstruction as Json | undefined),
      ...((body.contents ?? []) as Json[]).flatMap(turnsOf),
    ],
    tools: tools.flatMap(declaredTools),
    toolChoice: choiceOf((body.toolConfig as Json | undefined)?.functionCallingConfig as Json | undefined),
    wantsThinking: (config.thinkingConfig as Json | undefined)?.includeThoughts === true,
    schema:
      config.responseMimeType === "application/json"
        ? (config.responseJsonSchema ?? config.responseSchema ?? {})
        : undefined,
    maxOutputTokens: config.maxOutputTokens as number | undefined,
    stopSequences: (config.stopSequences ?? []) as string[],
    canSearch: tools.some((tool) => tool.googleSearch !== undefined),
  };
}

export function modelOf(request: RecordedRequest): string {
  return decodeURIComponent(request.path.replace(/^.*\/models\//, "").replace(/:[a-zA-Z]+$/, ""));
}

function declaredTools(tool: Json): Ask["tools"] {
  const functions = (tool.functionDeclarations ?? []) as Json[];
  return functions.map(({ name, parameters, parametersJsonSchema }) => ({
    name: String(name),
    schema: parametersJsonSchema ?? parameters ?? { type: "object" },
  }));
}

function systemTurns(instruction: Json | undefined): Turn[] {
  return instruction ? [{ role: "system", text: turnText((instruction.parts ?? []) as Json[]) }] : [];
}

/** Returns the turns of a content: one tool turn for each function response, then a user turn if it also has text. */
function turnsOf(content: Json): Turn[] {
  const parts = (content.parts ?? []) as Json[];
  const results = parts.filter((part) => part.functionResponse);
  const rest = parts.filter((part) => !part.functionResponse);
  const role = content.role === "model" ? "assistant" : "user";
  const toolTurns = results.map((part): Turn => ({ role: "tool", text: resultText(part.functionResponse as Json) }));
  const attachments = rest.filter((part) => part.inlineData || part.fileData).length;
  return rest.length > 0 ? [...toolTurns, { role, text: turnText(rest), attachments }] : toolTurns;
}

function turnText(parts: Json[]): string {
  return parts
    .map((part) => (part.functionCall ? JSON.stringify(part.functionCall) : String(part.text ?? "")))
    .join("");
}

/** Returns the result as text: its only string, otherwise its JSON. */
function resultText(functionResponse: Json): string {
  const { response } = functionResponse as { response?: Json };
  const { content, output, result } = response ?? {};
  const found = content ?? output ?? result;
  return typeof found === "string" ? found : JSON.stringify(found ?? response);
}

function choiceOf(config: Json | undefined): Ask["toolChoice"] {
  const names = (config?.allowedFunctionNames ?? []) as string[];
  if (config?.mode === "ANY") return names[0] ? { name: names[0] } : "required";
  return config?.mode === "NONE" ? "none" : "auto";
}
