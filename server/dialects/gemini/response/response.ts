import { createHash } from "node:crypto";
import { isRecord } from "#lib/is-record.ts";
import { usageOf } from "#server/dialects/chat/observe.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { omitUndefined, recordsOf, textOf } from "#server/dialects/read-field.ts";
import { type GoogleMetadata, isPromptBlocked, readGoogleMetadata } from "./google-metadata.ts";
import { orderedParts } from "./ordered-parts.ts";
import { type Call, callParts, callSignatures, finishReasonOf, groundingOf, partsOf, sourcesIn } from "./parts.ts";
import { usageMetadataOf } from "./usage.ts";

/** Returns a chat completion as a response of Gemini. */
export function responseOf(completion: Body, showsThoughts: boolean): Body {
  const { id, model, service_metadata, provider } = completion;
  const choices = [...recordsOf(completion.choices)].sort((one, other) => Number(one.index) - Number(other.index));
  const metadata = choices.map(googleMetadataOf);
  return omitUndefined({
    candidates: isPromptBlocked(metadata[0])
      ? undefined
      : choices.map((choice, place) => candidateOf(choice, metadata[place], showsThoughts, sourcesIn(completion))),
    promptFeedback: metadata[0]?.promptFeedback,
    usageMetadata: usageMetadataOf(usageOf(completion), metadata[0]?.usage),
    modelVersion: model,
    responseId: id,
    provider,
    service_metadata,
  });
}

function googleMetadataOf({ message }: Body): GoogleMetadata | undefined {
  if (!isRecord(message)) return undefined;
  return readGoogleMetadata(message.google, () =>
    createHash("sha256")
      .update(textOf(message.content) ?? "")
      .digest("hex"),
  );
}

function candidateOf(
  choice: Body,
  metadata: GoogleMetadata | undefined,
  showsThoughts: boolean,
  sources: readonly Body[],
): Body {
  const { index = 0, message } = choice;
  const content = isRecord(message) ? message : {};
  const calls = callsOf(content);
  const parts = metadata?.layout
    ? orderedParts(content, metadata.layout, calls, showsThoughts)
    : [...partsOf(content, showsThoughts, new Set(calls.map(({ id }) => id))), ...callParts(calls)];
  return omitUndefined({
    content: { role: "model", parts },
    finishReason: finishReasonOf(choice, metadata !== undefined, calls),
    index,
    ...(metadata
      ? metadata.candidate
      : { groundingMetadata: groundingOf([...recordsOf(content.annotations), ...sources]) }),
  });
}

function callsOf(message: Body): Call[] {
  const signatures = callSignatures(message);
  return recordsOf(message.tool_calls).map((call) => {
    const definition = isRecord(call.function) ? call.function : {};
    const id = textOf(call.id) ?? "";
    const signature = signatures.get(id);
    return {
      id,
      name: textOf(definition.name) ?? "",
      input: textOf(definition.arguments) ?? "",
      ...(signature && { signature }),
    };
  });
}
