import { handle } from "#server/http/handle.ts";
import { createVideo } from "#server/operations/videos/create-video.ts";
import { listVideos } from "#server/operations/videos/list-videos.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(createVideo, listVideos);
