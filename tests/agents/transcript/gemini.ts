import { type Json, joinTurns, type Part, type Transcript, type Turn } from "./transcript.ts";

/** Reads a body of Google's generateContent. */
export function readGemini(body: Json): Transcript {
  const instruction = body.systemInstruction as Json | undefined;
  const system: Turn[] = instruction ? [{ role: "system", parts: partsOf(instruction) }] : [];
  const turns = ((body.contents ?? []) as Json[]).map(
    (content): Turn => ({ role: content.role === "model" ? "assistant" : "user", parts: partsOf(content) }),
  );
  return {
    turns: joinTurns([...system, ...turns]),
    // goose sends one tool without a list, as Google allows.
    tools: ([body.tools ?? []].flat() as Json[]).flatMap((tool) =>
      ((tool.functionDeclarations ?? []) as Json[]).map(({ name }) => String(name)),
    ),
    cacheMarks: 0,
    fields: Object.keys(body),
  };
}

function partsOf({ parts }: Json): Part[] {
  return ((parts ?? []) as Json[]).flatMap(partOf);
}

/** A signature is on the text or the call that it proves; here it comes before it, as in the other formats. */
function partOf(part: Json): Part[] {
  const proof: Part[] =
    part.thoughtSignature === undefined ? [] : [{ type: "thinking", proof: String(part.thoughtSignature) }];
  const call = part.functionCall as Json | undefined;
  if (call) return [...proof, { type: "call", id: String(call.id), name: String(call.name), input: call.args ?? {} }];
  const result = part.functionResponse as Json | undefined;
  if (result) return [{ type: "result", id: String(result.id), text: resultText(result.response) }];
  return typeof part.text === "string" && part.thought !== true ? [...proof, { type: "text", text: part.text }] : proof;
}

function resultText(response: unknown): string {
  const { content, output, result, error } = (response ?? {}) as Json;
  const found = content ?? output ?? result ?? error;
  return typeof found === "string" ? found : JSON.stringify(response);
}
