import { handle } from "#server/http/handle.ts";
import { getVideoContent } from "#server/operations/videos/get-video-content.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getVideoContent);
