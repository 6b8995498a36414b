import { withNumbersOf } from "#server/json/exact-numbers.ts";
import type { Body } from "../../dialect.ts";
import { invalid } from "../../read-field.ts";
import { messagesOfBlocks } from "./blocks.ts";
import { withoutFunctions } from "./legacy-functions.ts";
import { bodyOfResponses } from "./responses-body.ts";
import { withTextCalls } from "./text-calls.ts";
import { chatChoice, chatTools, hasBlockTools, hasOtherTools, textToolNames } from "./tools.ts";

/**
 * Returns a chat body for what clients send to chat completions in the form of other APIs; the same body if it is in
 * chat's own form. Old clients send functions in place of tools. Cursor sends bodies of the Responses API there, chat bodies with tools in that form, and with models
 * named after Claude the tools and blocks of the Messages API. Throws HttpError 400 that names the field.
 */
export function readChatBody(body: Body): Body {
  const given = hasMessages(body) ? withoutFunctions(body) : bodyOfResponses(body);
  if (!hasOtherTools(given.tools)) return given;
  const tools = chatTools(given.tools);
  const blocks = hasBlockTools(given.tools) ? messagesOfBlocks(given.messages) : given.messages;
  const messages = withTextCalls(blocks, textToolNames(tools));
  const choice = given.tool_choice === undefined ? undefined : { tool_choice: chatChoice(given.tool_choice) };
  return withNumbersOf(body, { ...given, messages, tools, ...choice });
}

function hasMessages({ messages, input }: Body): boolean {
  if (Array.isArray(messages) && messages.length > 0) return true;
  if (input === undefined || input === null) throw invalid("messages", "must contain at least one message");
  return false;
}
