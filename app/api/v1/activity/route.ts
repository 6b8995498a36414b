import { handle } from "#server/http/handle.ts";
import { getActivity } from "#server/operations/activity/get-activity.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getActivity);
