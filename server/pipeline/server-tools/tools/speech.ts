import { textOf } from "#server/dialects/read-field.ts";
import { OWN_SERVER } from "#server/dialects/server-call.ts";
import { HttpError } from "#server/errors.ts";
import type { Loop } from "../loop.ts";
import { fileOutcome } from "../media/file-outcome.ts";
import { runNestedMedia } from "../media/run-nested-media.ts";
import type { OwnRequest } from "../requested-tools.ts";
import { NO_BUDGET, type ServerTool, toolFailure } from "../server-tool.ts";

/** Returns the tool that converts a text to speech with the gateway's own speech operation. */
export function speechTool(loop: Loop, { settings }: OwnRequest): ServerTool {
  const { call } = loop.ledgerCall;
  const { max_uses: maxUses, ...fields } = settings;
  return {
    server: OWN_SERVER,
    name: "speech",
    functionName: "speech",
    description: "Converts text to speech. Returns a link to the audio file, for the user.",
    inputSchema: {
      type: "object",
      properties: { text: { type: "string", description: "What to say" } },
      required: ["text"],
      additionalProperties: false,
    },
    ...(typeof maxUses === "number" && { maxUses }),
    async run(input, signal, money) {
      const text = textOf(input.text)?.trim();
      if (!text) return toolFailure("text is missing");
      try {
        const body = { ...fields, input: text, response_format: "mp3" };
        const made = await runNestedMedia(loop, call.services.speech, body, signal, money);
        if (!made) return toolFailure(NO_BUDGET);
        const sound = Buffer.concat("pieces" in made ? made.pieces : []);
        return await fileOutcome(loop, "speech.mp3", "audio/mpeg", sound);
      } catch (thrown) {
        if (thrown instanceof HttpError) return toolFailure(thrown.message);
        throw thrown;
      }
    },
  };
}
