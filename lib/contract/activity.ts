import { z } from "zod";
import { dataOf } from "./common.ts";
import { endpoint } from "./endpoint.ts";

const count = z.number().int();

export const getActivity = endpoint({
  id: "getActivity",
  resource: "activity",
  method: "GET",
  path: "/activity",
  roles: "own",
  access: "management",
  summary: "Usage by UTC day and model endpoint over the last 30 complete days",
  query: z.object({
    date: z.iso.date().optional().describe("One of the last 30 complete UTC days; all of them if absent"),
    api_key_hash: z.string().min(1).max(128).optional(),
    user_id: z.string().min(1).max(128).optional(),
    workspace_id: z.string().min(1).max(64).optional().describe("UUID or slug; the whole organization if absent"),
    group_by: z.enum(["workspace"]).optional().describe("Rows of several workspaces stay apart"),
  }),
  response: dataOf(
    z.array(
      z.object({
        date: z.string().describe("YYYY-MM-DD, UTC"),
        model: z.string(),
        model_permaslug: z.string(),
        endpoint_id: z.string(),
        provider_name: z.string(),
        requests: count,
        prompt_tokens: count,
        completion_tokens: count,
        reasoning_tokens: count,
        usage: z.number().describe("USD charged here"),
        byok_usage_inference: z.number().describe("USD that providers charged to own provider keys"),
        workspace_id: z.string().optional(),
      }),
    ),
  ),
  errors: [400, 401, 403, 404, 405, 429, 500],
});
