import type { LanguageModelV4FilePart, LanguageModelV4TextPart, LanguageModelV4ToolResultPart } from "@ai-sdk/provider";

type TextOrFile = LanguageModelV4TextPart | LanguageModelV4FilePart;

/** Returns a tool's result as text, followed by its files, for a message of the user. */
export function resultText({ toolName, output }: LanguageModelV4ToolResultPart): TextOrFile[] {
  const head = `Result of the tool ${toolName}:`;
  switch (output.type) {
    case "text":
    case "error-text":
      return [text(`${head} ${output.value}`)];
    case "json":
    case "error-json":
      return [text(`${head} ${JSON.stringify(output.value)}`)];
    case "execution-denied":
      return [text(`${head} ${output.reason ?? "denied"}`)];
    case "content":
      return [text(head), ...output.value.flatMap((one): TextOrFile[] => (one.type === "custom" ? [] : [one]))];
  }
}

function text(said: string): LanguageModelV4TextPart {
  return { type: "text", text: said };
}
