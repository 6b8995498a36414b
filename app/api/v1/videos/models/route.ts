import { handle } from "#server/http/handle.ts";
import { listVideoModels } from "#server/operations/videos/list-video-models.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listVideoModels);
