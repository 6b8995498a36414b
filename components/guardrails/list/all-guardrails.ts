import { queryOptions } from "@tanstack/react-query";
import type { ApiError } from "#lib/api/api-error.ts";
import { call } from "#lib/api/client.ts";
import { currentWorkspace } from "#lib/api/workspace.ts";
import { listGuardrails } from "#lib/contract/guardrails.ts";
import type { Guardrail } from "../guardrail.ts";
import { allPages } from "./all-pages.ts";

/** React Query options of every guardrail of the workspace. */
export function allGuardrails() {
  return queryOptions<Guardrail[], ApiError>({
    queryKey: ["guardrails", "all", currentWorkspace()],
    queryFn: ({ signal }) => allPages((query) => call(listGuardrails, { query, signal })),
    retry: false,
  });
}
