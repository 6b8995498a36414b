import { handle } from "#server/http/handle.ts";
import { exportGenerations } from "#server/operations/generations/export-generations.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(exportGenerations);
