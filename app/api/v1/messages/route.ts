import { handle } from "#server/http/handle.ts";
import { createMessage } from "#server/operations/messages/create-message.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(createMessage);
