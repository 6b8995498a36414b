import { handle } from "#server/http/handle.ts";
import { createChatCompletion } from "#server/operations/chat/create-chat-completion.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(createChatCompletion);
