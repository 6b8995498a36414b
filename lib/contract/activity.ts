import { z } from "zod";
import { AsOf, WorkspaceFilter } from "./common.ts";
import { endpoint } from "./endpoint.ts";

const count = z.number().int();

export const getActivity = endpoint({
  id: "getActivity",
  resource: "activity",
  method: "GET",
  path: "/activity",
  roles: "own",
  access: "management",
  summary: "Get daily activity",
  description: "Returns usage by UTC day and model endpoint for the last 30 complete days.",
  query: z.object({
    date: z.iso.date().optional().describe("One of the last 30 complete UTC days. Defaults to all of them."),
    api_key_hash: z.string().min(1).max(128).optional(),
    user_id: z.string().min(1).max(128).optional(),
    workspace_id: WorkspaceFilter,
    group_by: z.enum(["workspace"]).optional().describe("`workspace` returns separate rows for each workspace"),
  }),
  response: z.object({
    data: z.array(
      z.object({
        date: z.string().describe("UTC date, YYYY-MM-DD"),
        model: z.string(),
        model_permaslug: z.string(),
        endpoint_id: z.string(),
        provider_name: z.string(),
        requests: count,
        prompt_tokens: count,
        completion_tokens: count,
        reasoning_tokens: count,
        usage: z.number().describe("Cost charged by the gateway, in USD"),
        byok_usage_inference: z.number().describe("Cost that providers charged to BYOK credentials, in USD"),
        workspace_id: z.string().optional(),
      }),
    ),
    as_of: AsOf,
  }),
  errors: [400, 401, 403, 404, 405, 429, 500],
});
