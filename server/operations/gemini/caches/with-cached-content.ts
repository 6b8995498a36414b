import { buffer } from "node:stream/consumers";
import { isRecord } from "#lib/is-record.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { arrayAt } from "#server/dialects/gemini/request/camel-keys.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { parseJson } from "#server/http/bodies/body.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";
import { modelIdOf, requireCachedContent } from "./cached-content.ts";

/** `cachedTurns`: the number of user turns at its start that come from cached content. */
export type WholeRequest = { body: Body; cachedTurns: number };

type Call = { principal: Principal; hold(sizeBytes: number): void };

/** Names of content that the gateway stores; any other is one at Google. */
const OWN_NAME = /^cachedContents\/(cache-sb-[0-9a-f]{32})$/;

/** What the content may have and the request then may not, in both spellings that Google accepts. */
const ONLY_CACHED = ["systemInstruction", "system_instruction", "tools", "toolConfig", "tool_config"];

/**
 * Returns a request in Google's form with the cached content that it names in place of the name, so that it is guarded
 * and converted like one that had it from the start. A request without any is returned as the same object. Throws 403
 * if the workspace has no such content, and 400 if it is for another model or the request also has what only the
 * content may have.
 */
export async function withCachedContent(
  gateway: Gateway,
  call: Call,
  body: Body,
  model: string,
): Promise<WholeRequest> {
  const name = body.cachedContent ?? body.cached_content;
  const id = typeof name === "string" ? OWN_NAME.exec(name)?.[1] : undefined;
  return id === undefined ? { body, cachedTurns: 0 } : expand(gateway, call, body, { id, model });
}

async function expand(
  gateway: Gateway,
  { principal, hold }: Call,
  body: Body,
  { id, model }: { id: string; model: string },
): Promise<WholeRequest> {
  const extra = ONLY_CACHED.find((field) => isSet(body[field]));
  if (extra) throw new HttpError(400, `Invalid request: ${extra}: must be in the cached content, not alongside it`);
  const row = await requireCachedContent(gateway, principal, id, true);
  if (row.model !== modelIdOf(model))
    throw new HttpError(
      400,
      `Invalid request: cachedContent: was created for the model ${row.model}; use it with that`,
    );
  hold(row.sizeBytes);
  const stored = (await parseJson(await buffer(await gateway.storage.open(id)))) as Body;
  const { cachedContent: _, cached_content: __, ...rest } = body;
  const cached = turnsOf(stored.contents);
  const contents = [...cached, ...turnsOf(body.contents)];
  return {
    body: withNumbersOf(body, { ...rest, ...stored, contents }),
    cachedTurns: cached.filter((turn) => isRecord(turn) && (turn.role ?? "user") === "user").length,
  };
}

/** As in Google's API, an empty list is as good as none. */
function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
}

function turnsOf(contents: unknown): unknown[] {
  return contents === undefined || contents === null ? [] : arrayAt(contents, "contents");
}
