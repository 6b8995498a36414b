import { handle } from "#server/http/handle.ts";
import { replayGenerations } from "#server/operations/generations/what-if/replay-generations.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(replayGenerations);
