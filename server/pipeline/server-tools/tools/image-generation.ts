import type { ImageRequest } from "#lib/contract/images.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { textOf } from "#server/dialects/read-field.ts";
import { OWN_SERVER } from "#server/dialects/server-call.ts";
import { HttpError } from "#server/errors.ts";
import type { TextCall } from "../../text-call.ts";
import type { Loop } from "../loop.ts";
import { fileOutcome } from "../media/file-outcome.ts";
import { runNestedMedia } from "../media/run-nested-media.ts";
import type { OwnRequest } from "../requested-tools.ts";
import { NO_BUDGET, type ServerTool, toolFailure } from "../server-tool.ts";

const FORMATS: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
  "image/svg+xml": "svg",
};

/** Returns the tool that generates an image with the gateway's own images operation. */
export function imageTool(loop: Loop, { settings }: OwnRequest): ServerTool {
  const { call } = loop.ledgerCall;
  const { max_uses: maxUses, ...fields } = settings;
  return {
    server: OWN_SERVER,
    name: "image_generation",
    functionName: "image_generation",
    description: "Creates an image from a description. The user sees the image.",
    inputSchema: {
      type: "object",
      properties: { prompt: { type: "string", description: "What the image shows, in detail" } },
      required: ["prompt"],
      additionalProperties: false,
    },
    ...(typeof maxUses === "number" && { maxUses }),
    async run(input, signal, money) {
      const prompt = textOf(input.prompt)?.trim();
      if (!prompt) return toolFailure("prompt is missing");
      if (isRestricted(call)) return toolFailure("Only management keys can generate images in this workspace");
      const body: Body & Pick<ImageRequest, "prompt"> = { ...fields, prompt, n: 1 };
      try {
        const made = await runNestedMedia(loop, call.services.images, body, signal, money);
        if (!made) return toolFailure(NO_BUDGET);
        const picture = "result" in made ? made.result.pictures[0] : made.pieces.at(-1)?.picture;
        if (!picture) return toolFailure("The model returned no image");
        const mediaType = picture.mediaType ?? "image/png";
        const bytes = Buffer.from(Buffer.concat(picture.base64.ascii).toString("latin1"), "base64");
        return await fileOutcome(loop, `image.${FORMATS[mediaType] ?? "png"}`, mediaType, bytes);
      } catch (thrown) {
        if (thrown instanceof HttpError) return toolFailure(thrown.message);
        throw thrown;
      }
    },
  };
}

function isRestricted({ principal, gateway }: TextCall): boolean {
  return !principal.management && gateway.accounts.workspaceNow(principal.workspaceId)?.restricts.images === true;
}
