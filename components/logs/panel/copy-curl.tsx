"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useShell } from "#components/shell/shell-context.tsx";
import { CopyButton } from "#components/ui/display/copy/copy-button.tsx";
import { toastFailed } from "#components/ui/feedback/toast.tsx";
import { query } from "#lib/api/query.ts";
import { getGenerationContent } from "#lib/contract/generation-content.ts";
import type { Generation } from "./generation.ts";
import { replayCurl } from "./replay-curl.ts";

/** Copies the request as a curl command, with its stored body if there is one. */
export function CopyCurl({ call }: { call: Generation }) {
  const client = useQueryClient();
  const { baseUrl = "" } = useShell();
  const { operation, requested_model: model } = call;
  const made = { baseUrl, operation, model, parameters: call.request?.parameters ?? {} };
  if (!model || !replayCurl(made)) return null;
  const text = async () => {
    const body = call.content.kept ? await storedBody() : null;
    return replayCurl({ ...made, body }) ?? "";
  };
  const storedBody = async () => {
    try {
      return (await client.fetchQuery(query(getGenerationContent, { query: { id: call.id } }))).data.request;
    } catch {
      toastFailed("The prompt could not be loaded", { description: "The copied command has a placeholder for it." });
      return null;
    }
  };
  return (
    <CopyButton text={text} label="Copy as curl" size="medium">
      Copy as curl
    </CopyButton>
  );
}
