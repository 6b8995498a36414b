import { isRecord } from "#lib/is-record.ts";
import type { Body, ConversationId } from "#server/dialects/dialect.ts";
import { recordsOf, textOf } from "#server/dialects/read-field.ts";
import { bodyOf, isSystem, type Settings, withoutEmptyFields } from "#server/dialects/request/settings.ts";
import { HttpError } from "#server/errors.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";
import type { PresetDirectory } from "#server/pipeline/planning/preset-directory.ts";

const MARK = "@preset/";

/**
 * Merges the preset that a text request names under its body, field by field; a body without a preset is returned as
 * the same object. Throws 404 for a preset that the workspace does not have.
 */
export function withPreset(presets: PresetDirectory, workspaceId: string, dialect: ConversationId, body: Body): Body {
  const named = nameIn(body);
  if (!named) return withoutPreset(body);
  const settings = presets.find(workspaceId, named.slug);
  if (!settings) throw new HttpError(404, `No such preset: ${named.slug.slice(0, 100)}`);
  const { preset: _, model: __, ...own } = body;
  const overrides = withoutEmptyFields({ ...own, model: named.model });
  const kept = bodyOf(dialect, settings);
  const merged: Body = { ...own, ...kept, ...overrides };
  if (overrides.max_completion_tokens !== undefined && overrides.max_tokens === undefined) delete merged.max_tokens;
  if (overrides.fallbacks !== undefined && overrides.models === undefined) delete merged.models;
  return withNumbersOf(body, withNumbersOf(kept, withSystem(dialect, merged, settings)));
}

type Named = { slug: string; model: string | undefined };

/** Finds the preset: `@preset/<slug>` as the model or at the end of its name, otherwise the field `preset`. */
function nameIn({ model, preset }: Body): Named | undefined {
  const name = textOf(model);
  const at = name?.indexOf(MARK) ?? -1;
  if (name !== undefined && at >= 0) {
    return { slug: name.slice(at + MARK.length), model: name.slice(0, at) || undefined };
  }
  return typeof preset === "string" ? { slug: preset, model: name } : undefined;
}

/** An upstream would reject the field. */
function withoutPreset(body: Body): Body {
  if (!("preset" in body)) return body;
  const { preset: _, ...rest } = body;
  return withNumbersOf(body, rest);
}

/** Adds the preset's system prompt if the request has none of its own. */
function withSystem(dialect: ConversationId, body: Body, { systemPrompt }: Settings): Body {
  if (!systemPrompt) return body;
  if (dialect === "responses") return { ...body, instructions: body.instructions ?? systemPrompt };
  if (dialect === "messages") return { ...body, system: body.system ?? systemPrompt };
  const messages = body.messages as unknown[];
  if (recordsOf(messages).some((message) => isRecord(message) && isSystem(message))) return body;
  return { ...body, messages: [{ role: "system", content: systemPrompt }, ...messages] };
}
