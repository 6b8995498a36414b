import { z } from "zod";
import { getConfigSchema as endpoint } from "#lib/contract/config.ts";
import { ConfigDocument } from "#lib/contract/config-document.ts";
import { operation } from "#server/http/operation.ts";

export const getConfigSchema = operation(endpoint)(async () => ({
  $schema: "https://json-schema.org/draft/2020-12/schema",
  ...z.toJSONSchema(ConfigDocument, { io: "input" }),
}));
