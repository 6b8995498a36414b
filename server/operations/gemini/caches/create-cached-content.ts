import { createCachedContent as endpoint } from "#lib/contract/gemini-caches.ts";
import { ownerOf } from "#server/auth/ownership.ts";
import { chat } from "#server/dialects/chat/chat.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { namedFields } from "#server/dialects/gemini/request/camel-keys.ts";
import { chatBodyOf } from "#server/dialects/gemini/request/chat-body.ts";
import { omitUndefined } from "#server/dialects/read-field.ts";
import { parseInput } from "#server/http/bodies/body.ts";
import { requireStorableTexts } from "#server/http/bodies/storable-text.ts";
import { operation } from "#server/http/operation.ts";
import { measureInput } from "../../count-input.ts";
import { requireUpload } from "../../files/require-upload.ts";
import { cachedContentRecord, modelIdOf } from "./cached-content.ts";
import { expiryOf } from "./expiry.ts";
import { storeContent } from "./store-content.ts";

const CONTENT = ["contents", "systemInstruction", "tools", "toolConfig"];
const FIELDS = new Set([...CONTENT, "model", "displayName", "ttl", "expireTime"]);

const DEFAULT_TTL_MS = 3_600_000;

/** Stands for the turns of content that has none, since a request without turns cannot be counted. */
const NO_TURNS = [{ role: "user", parts: [{ text: "." }] }];

/** Stores the content after it was read as a request, so that every mistake in it is found here. */
export const createCachedContent = operation(endpoint)(async (gateway, call) => {
  const { principal } = call;
  await requireUpload(gateway, principal, principal.workspaceId);
  const fields = namedFields(call.raw, "", FIELDS);
  const { model: name, displayName = null, ttl, expireTime } = parseInput(endpoint.body, fields, "request");
  requireStorableTexts({ model: name, displayName }, "request");
  const model = modelIdOf(name);
  const nowMs = gateway.now();
  const expiresAt = expiryOf({ ttl, expireTime }, nowMs) ?? new Date(nowMs + DEFAULT_TTL_MS);
  const content = omitUndefined<Body>(Object.fromEntries(CONTENT.map((field) => [field, fields[field]])));
  const raw = chatBodyOf({ ...content, contents: content.contents ?? NO_TURNS }, model, false);
  const { tokens } = await measureInput(gateway, chat, { ...call, raw });
  const row = await storeContent(gateway, content, {
    workspaceId: principal.workspaceId,
    ...ownerOf(principal),
    model,
    displayName,
    tokenCount: tokens,
    createdAt: new Date(nowMs),
    updatedAt: new Date(nowMs),
    expiresAt,
  });
  return cachedContentRecord(row);
});
