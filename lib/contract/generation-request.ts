import { z } from "zod";

const parameters = z
  .record(z.string(), z.unknown())
  .describe("Settings. Texts, files, tools and lists are given by their size: `{ items }` or `{ characters }`.");

export const GenerationRequest = z
  .object({
    parameters,
    headers: z.record(z.string(), z.string()).describe("Headers about the client. Never keys, cookies or addresses."),
    forwarded: z
      .object({
        parameters,
        converted: z
          .boolean()
          .describe("Whether the request was converted to another dialect. The parameters then have neutral names."),
        changed: z.array(z.string()).describe("Parameters that the gateway added or changed"),
        removed: z.array(z.string()).describe("Parameters that the gateway removed"),
        headers: z.array(z.string()).describe("Names of the caller's headers that were sent to the provider"),
      })
      .nullable()
      .describe("What the last provider was sent. Null if there was none, and for media requests."),
  })
  .meta({ id: "GenerationRequest" });
