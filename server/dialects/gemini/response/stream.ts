import { createHash, type Hash } from "node:crypto";
import { isRecord } from "#lib/is-record.ts";
import { callPlaces } from "#server/dialects/chat/call-places.ts";
import { usageOf } from "#server/dialects/chat/observe.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { finishOf } from "#server/dialects/finish-reason.ts";
import { omitUndefined, recordsOf, textOf } from "#server/dialects/read-field.ts";
import { googleStatus } from "#server/errors.ts";
import { type GoogleMetadata, isPromptBlocked, readGoogleMetadata } from "./google-metadata.ts";
import { type Call, callParts, callSignatures, finishReasonOf, groundingOf, partsOf, sourcesIn } from "./parts.ts";
import { usageMetadataOf } from "./usage.ts";

/** Converts the chunks of a chat stream; one for each stream. */
export type GeminiStream = {
  /** Returns the responses to send for one chunk. */
  chunk(chunk: Body): Body[];
  /** Returns the last response, with the finish reasons and the usage; none after an error. */
  end(): Body[];
};

/** `last`: the choice that has the finish reason. `google`: what else Google said. `text`: the text so far. */
type Choice = {
  calls: Map<number, Call>;
  placeOf: ReturnType<typeof callPlaces>;
  annotations: Body[];
  last: Body;
  google?: unknown;
  text: Hash;
};

/**
 * Function calls are sent whole, and the finish reasons together with the usage, which chat sends last: a stream that
 * breaks off has neither.
 */
export function createGeminiStream(showsThoughts: boolean): GeminiStream {
  const choices = new Map<number, Choice>();
  let head: Body = {};
  let usage: unknown;
  let sources: Body[] = [];
  let hasFailed = false;
  const response = (candidates: Body[] | undefined, more: Body = {}): Body =>
    omitUndefined({ candidates, ...more, ...head });
  return {
    chunk(chunk) {
      if (hasFailed) return [];
      if (isRecord(chunk.error)) {
        hasFailed = true;
        return [{ error: errorOf(chunk.error) }];
      }
      head = omitUndefined({
        modelVersion: chunk.model ?? head.modelVersion,
        responseId: chunk.id ?? head.responseId,
        provider: chunk.provider ?? head.provider,
        service_metadata: chunk.service_metadata ?? head.service_metadata,
      });
      usage = usageOf(chunk) ?? usage;
      // Each chunk repeats them.
      if (chunk.search_results || chunk.citations) sources = sourcesIn(chunk);
      const candidates = recordsOf(chunk.choices).flatMap((choice) => pieceOf(choices, choice, showsThoughts));
      return candidates.length > 0 ? [response(candidates)] : [];
    },
    end() {
      if (hasFailed) return [];
      const all = [...choices].sort(([one], [other]) => one - other);
      const metadata = all.map(([, { google, text }]) => readGoogleMetadata(google, () => text.digest("hex")));
      const [first] = metadata;
      const candidates = all.map(([index, choice], place) => lastOf(index, choice, metadata[place], sources));
      const more = {
        promptFeedback: first?.promptFeedback,
        usageMetadata: usageMetadataOf(usage, first?.usage),
      };
      return [response(isPromptBlocked(first) ? undefined : candidates, more)];
    },
  };
}

function pieceOf(choices: Map<number, Choice>, given: Body, showsThoughts: boolean): Body[] {
  const { index, delta, finish_reason } = given;
  const place = typeof index === "number" ? index : 0;
  const choice: Choice = choices.get(place) ?? newChoice();
  choices.set(place, choice);
  if (finishOf(finish_reason) !== undefined) choice.last = given;
  if (!isRecord(delta)) return [];
  takeCalls(choice, delta);
  choice.google = delta.google ?? choice.google;
  choice.text.update(textOf(delta.content) ?? "");
  choice.annotations.push(...recordsOf(delta.annotations));
  const callIds = new Set([...choice.calls.values()].map(({ id }) => id));
  const parts = partsOf(delta, showsThoughts, callIds);
  return parts.length > 0 ? [{ content: { role: "model", parts }, index: place }] : [];
}

function newChoice(): Choice {
  return { calls: new Map(), placeOf: callPlaces(), annotations: [], last: {}, text: createHash("sha256") };
}

function takeCalls(choice: Choice, delta: Body): void {
  for (const piece of recordsOf(delta.tool_calls)) {
    const place = choice.placeOf(piece);
    const definition = isRecord(piece.function) ? piece.function : {};
    const call = choice.calls.get(place) ?? { id: "", name: "", input: "" };
    call.id ||= textOf(piece.id) ?? "";
    call.name ||= textOf(definition.name) ?? "";
    call.input += textOf(definition.arguments) ?? "";
    choice.calls.set(place, call);
  }
  for (const [id, signature] of callSignatures(delta))
    for (const call of choice.calls.values()) if (call.id === id) call.signature = signature;
}

function lastOf(
  index: number,
  { calls, annotations, last }: Choice,
  metadata: GoogleMetadata | undefined,
  sources: readonly Body[],
): Body {
  const parts = callParts(calls.values());
  return omitUndefined({
    // Google sends an empty text too: programs add up the text of every response.
    content: { role: "model", parts: parts.length > 0 ? parts : [{ text: "" }] },
    finishReason: finishReasonOf(last, metadata !== undefined, calls.values()),
    index,
    ...(metadata ? metadata.candidate : { groundingMetadata: groundingOf([...annotations, ...sources]) }),
  });
}

function errorOf({ code, message }: Body): Body {
  const status = typeof code === "number" ? code : 502;
  return { code: status, message, status: googleStatus(status) };
}
