import { handle } from "#server/http/handle.ts";
import { getVideo } from "#server/operations/videos/get-video.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getVideo);
