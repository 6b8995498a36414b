/** The response of a local model before it is truncated, counted and streamed. */
export type Answer = {
  reasoning?: string;
  text?: string;
  toolCall?: { toolCallId: string; toolName: string; input: string };
};
