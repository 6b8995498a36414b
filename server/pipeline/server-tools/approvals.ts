import { isRecord } from "#lib/is-record.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { textOf } from "#server/dialects/read-field.ts";
import { HttpError } from "#server/errors.ts";
import type { Vault } from "#server/security/vault.ts";
import type { ServerTool } from "./server-tool.ts";

/** The request that needs approval. `input`: its arguments as JSON. */
export type ApprovalCall = { server: string; target: string; name: string; input: string };

const PREFIX = "mcpr_sb_";
/** People may take long to decide, but an unused token must expire. */
const VALID_MS = 7 * 24 * 3_600_000;

/**
 * Returns the id of an approval request: the call itself, sealed for the workspace. Whatever a client sends back with
 * the id, only that call can be approved.
 */
export function approvalId(vault: Vault, workspaceId: string, tool: ServerTool, input: string, nowMs: number): string {
  const asked = { server: tool.server, target: targetOf(tool), name: tool.name, input, expiresAtMs: nowMs + VALID_MS };
  return PREFIX + vault.seal(JSON.stringify(asked), rowOf(workspaceId));
}

/** Returns whether an item of the input is an approval request of this gateway. */
export function isOwnRequest({ type, id }: Body): boolean {
  return type === "mcp_approval_request" && textOf(id)?.startsWith(PREFIX) === true;
}

/**
 * Returns the call of an approval request. Throws 400 for an id that was changed, has expired or is another
 * workspace's.
 */
export function openApprovalId(
  vault: Vault,
  workspaceId: string,
  id: string,
  path: string,
  nowMs: number,
): ApprovalCall {
  const text = vault.open(id.slice(PREFIX.length), rowOf(workspaceId));
  const asked: unknown = text === undefined ? undefined : JSON.parse(text);
  if (!isRecord(asked)) throw new HttpError(400, `Invalid request: ${path}: no approval request of this workspace`);
  if (Number(asked.expiresAtMs) <= nowMs)
    throw new HttpError(400, `Invalid request: ${path}: the approval request has expired`);
  return asked as unknown as ApprovalCall;
}

/** Returns which server of its name a tool belongs to. */
export function targetOf({ slug, url = "" }: ServerTool): string {
  return slug ? `slug:${slug}` : url;
}

function rowOf(workspaceId: string): string {
  return `approval of ${workspaceId}`;
}
