import {
  type LanguageModelV4FilePart,
  type LanguageModelV4Message,
  type LanguageModelV4Prompt,
  type LanguageModelV4ToolResultPart,
  UnsupportedFunctionalityError,
} from "@ai-sdk/provider";
import type { Block } from "../exchange/json.ts";
import { kindOfImage } from "../image/kind.ts";

type Input = { instructions?: string; input: Block[] };

/**
 * Returns a prompt as the input items of the Agent API. The system messages at the start become its instructions.
 * Throws if it has a file that is no image.
 */
export function agentInput(prompt: LanguageModelV4Prompt): Input {
  const first = prompt.findIndex(({ role }) => role !== "system");
  const start = first < 0 ? prompt.length : first;
  const system = prompt.slice(0, start).map(({ content }) => String(content));
  const input = prompt.slice(start).flatMap(itemsOf);
  return { ...(system.length > 0 && { instructions: system.join("\n\n") }), input };
}

function itemsOf(message: LanguageModelV4Message): Block[] {
  switch (message.role) {
    case "system":
      return [messageItem("system", message.content)];
    case "user":
      return [messageItem("user", message.content.map(userPart))];
    case "assistant":
      return message.content.flatMap(assistantItem);
    case "tool":
      return message.content.flatMap((part) => (part.type === "tool-result" ? [resultItem(part)] : []));
  }
}

function messageItem(role: string, content: string | Block[]): Block {
  return { type: "message", role, content };
}

type AssistantPart = Extract<LanguageModelV4Message, { role: "assistant" }>["content"][number];

function assistantItem(part: AssistantPart): Block[] {
  switch (part.type) {
    case "text":
      return [messageItem("assistant", part.text)];
    case "tool-call":
      return [
        {
          type: "function_call",
          call_id: part.toolCallId,
          name: part.toolName,
          arguments: typeof part.input === "string" ? part.input : JSON.stringify(part.input),
        },
      ];
    case "tool-result":
      return [resultItem(part)];
    default:
      throw unsupported(`${part.type} of an earlier turn`);
  }
}

function resultItem({ toolCallId, toolName, output }: LanguageModelV4ToolResultPart): Block {
  return { type: "function_call_output", call_id: toolCallId, name: toolName, output: outputOf(output) };
}

function outputOf(output: LanguageModelV4ToolResultPart["output"]): string | Block[] {
  switch (output.type) {
    case "text":
    case "error-text":
      return output.value;
    case "json":
    case "error-json":
      return JSON.stringify(output.value);
    case "execution-denied":
      return output.reason ?? "The tool was not run";
    case "content":
      return output.value.flatMap((part) => (part.type === "custom" ? [] : [userPart(part)]));
  }
}

type UserPart = { type: "text"; text: string } | Pick<LanguageModelV4FilePart, "type" | "data" | "mediaType">;

function userPart(part: UserPart): Block {
  if (part.type === "text") return { type: "input_text", text: part.text };
  const { data, mediaType } = part;
  if (data.type === "text") return { type: "input_text", text: data.text };
  if (mediaType.startsWith("text/") && data.type === "data") return { type: "input_text", text: textOf(data.data) };
  if (!mediaType.startsWith("image/") || data.type === "reference") throw unsupported(`files of type ${mediaType}`);
  const address = data.type === "url" ? data.url.href : dataUrl(mediaType, base64(data.data));
  return { type: "input_image", image_url: address };
}

/** The type may be `image/*`; then the bytes tell. */
function dataUrl(mediaType: string, data: string): string {
  const type = mediaType.endsWith("/*") ? kindOfImage(Buffer.from(data.slice(0, 400), "base64")) : mediaType;
  return `data:${type ?? "image/png"};base64,${data}`;
}

function textOf(data: string | Uint8Array): string {
  return Buffer.from(base64(data), "base64").toString("utf8");
}

function base64(data: string | Uint8Array): string {
  return typeof data === "string" ? data : Buffer.from(data).toString("base64");
}

function unsupported(functionality: string): UnsupportedFunctionalityError {
  return new UnsupportedFunctionalityError({
    functionality,
    message: `Perplexity's Agent API does not support ${functionality}`,
  });
}
