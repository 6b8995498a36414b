import { createHash } from "node:crypto";

/**
 * The tool call ids that a provider accepts. It rejects conversations with other ids, which another provider's model
 * has started: Kimi's are `functions.look:0`, some clients' `call_1|fc_1`.
 */
export type ToolIds = {
  takes: RegExp;
  /** Returns a valid id to replace another, always the same for the same id, so that requests match their results. */
  made(id: string): string;
  /** Set if the provider rejects a second call with the id of an earlier one. */
  areUnique?: true;
};

/**
 * https://platform.claude.com/docs/en/api/messages: `tool_use.id`. Of two calls with one id it reports "`tool_use` ids must
 * be unique"; Kimi K3 restarts its count of calls in every turn: https://github.com/fw-ai/fireconnect/issues/16
 */
export const anthropicToolIds: ToolIds = {
  takes: /^[a-zA-Z0-9_-]+$/,
  made: (id) => `toolu_${digestOf(id).toString("base64url").slice(0, 24)}`,
  areUnique: true,
};

/** OpenAI's chat completions report "string too long. Expected a string with maximum length 40". */
export const openaiChatToolIds: ToolIds = { takes: /^.{1,40}$/s, made: callId };

/** OpenAI's Responses API reports the same with 64. */
export const openaiToolIds: ToolIds = { takes: /^.{1,64}$/s, made: callId };

/** Mistral reports "Tool call id was ... but must be a-z, A-Z, 0-9, with a length of 9." */
export const mistralToolIds: ToolIds = {
  takes: /^[a-zA-Z0-9]{9}$/,
  made: (id) => digestOf(id).toString("hex").slice(0, 9),
};

function callId(id: string): string {
  return `call_${digestOf(id).toString("base64url").slice(0, 24)}`;
}

function digestOf(id: string): Buffer {
  return createHash("sha256").update(id).digest();
}
