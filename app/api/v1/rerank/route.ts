import { handle } from "#server/http/handle.ts";
import { rerank } from "#server/operations/rerank/rerank.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(rerank);
