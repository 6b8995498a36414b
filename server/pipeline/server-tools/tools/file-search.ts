import { textOf } from "#server/dialects/read-field.ts";
import { OWN_SERVER } from "#server/dialects/server-call.ts";
import { HttpError } from "#server/errors.ts";
import { embed, indexFiles } from "../file-search/index-files.ts";
import { searchChunks } from "../file-search/search-chunks.ts";
import type { Loop } from "../loop.ts";
import type { OwnRequest } from "../requested-tools.ts";
import { type ServerTool, toolFailure } from "../server-tool.ts";

const USUAL_RESULTS = 5;

/** Returns the tool that searches the text of the workspace's files by meaning. */
export function fileSearchTool(loop: Loop, { settings }: OwnRequest): ServerTool {
  const { call } = loop.ledgerCall;
  const { max_uses: maxUses, max_results: most, file_ids: fileIds, model } = settings;
  return {
    server: OWN_SERVER,
    name: "file_search",
    functionName: "file_search",
    description: "Searches the user's files by meaning. Returns passages with the names of their files.",
    inputSchema: {
      type: "object",
      properties: { query: { type: "string", description: "What to look for" } },
      required: ["query"],
      additionalProperties: false,
    },
    ...(typeof maxUses === "number" && { maxUses }),
    async run(input, signal, money) {
      const query = textOf(input.query)?.trim();
      if (!query) return toolFailure("query is missing");
      const scope = {
        workspaceId: call.principal.workspaceId,
        model: String(model),
        fileIds: Array.isArray(fileIds) ? fileIds.map(String) : undefined,
      };
      try {
        const left = await indexFiles(loop, scope, signal, money);
        const [vector = []] = await embed(loop, scope.model, [query], signal, money);
        const limit = typeof most === "number" ? most : USUAL_RESULTS;
        const found = await searchChunks(call.gateway.database.queries, scope, vector, limit);
        const passages = found.map(
          ({ fileId, filename, text }, index) => `[${index + 1}] ${filename} (${fileId})\n${text}`,
        );
        const notRead = left.length > 0 ? [`A guardrail blocked these files: ${left.join(", ")}`] : [];
        return { text: [...passages, ...notRead].join("\n\n") || "No results", isError: false };
      } catch (thrown) {
        if (thrown instanceof HttpError) return toolFailure(thrown.message);
        throw thrown;
      }
    },
  };
}
