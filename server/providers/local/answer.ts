/** What a local model answers, before it is cut, counted and streamed. */
export type Answer = {
  reasoning?: string;
  text?: string;
  toolCall?: { toolCallId: string; toolName: string; input: string };
};
