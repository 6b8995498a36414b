import { HttpError } from "#server/errors.ts";
import { McpFailure } from "#server/pipeline/server-tools/mcp/mcp-connection.ts";

/** Rejects with HttpError 502 if the server, not the caller, is at fault. */
export async function asBadGateway<Result>(work: Promise<Result>): Promise<Result> {
  return await work.catch((thrown: unknown) => {
    throw thrown instanceof McpFailure ? new HttpError(502, `The server ${thrown.message}`) : thrown;
  });
}
