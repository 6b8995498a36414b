import { handle } from "#server/http/handle.ts";
import { connectResponses } from "#server/operations/responses/connect-responses.ts";
import { createResponse } from "#server/operations/responses/create-response.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(createResponse, connectResponses);
