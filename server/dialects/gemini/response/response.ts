import { isRecord } from "#lib/is-record.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { omitUndefined, recordsOf, textOf } from "#server/dialects/read-field.ts";
import { type Call, callParts, callSignatures, finishReasonOf, groundingOf, partsOf } from "./parts.ts";
import { usageMetadataOf } from "./usage.ts";

/** Returns a chat completion as a response of Gemini. */
export function responseOf(completion: Body, showsThoughts: boolean): Body {
  const { id, model, usage, service_metadata, provider } = completion;
  return omitUndefined({
    candidates: recordsOf(completion.choices).map((choice) => candidateOf(choice, showsThoughts)),
    usageMetadata: usageMetadataOf(usage),
    modelVersion: model,
    responseId: id,
    provider,
    service_metadata,
  });
}

function candidateOf({ index = 0, message, finish_reason }: Body, showsThoughts: boolean): Body {
  const said = isRecord(message) ? message : {};
  const calls = callsOf(said);
  const parts = partsOf(said, showsThoughts, new Set(calls.map(({ id }) => id)));
  return omitUndefined({
    content: { role: "model", parts: [...parts, ...callParts(calls)] },
    finishReason: finishReasonOf(finish_reason),
    index,
    groundingMetadata: groundingOf(recordsOf(said.annotations)),
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
