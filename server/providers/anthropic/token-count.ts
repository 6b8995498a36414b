import { pickFields, type TokenCount } from "../token-count.ts";
import { withImageTypes } from "./image-types.ts";

/** All fields that the endpoint accepts: https://docs.claude.com/en/api/messages-count-tokens */
const COUNTED = ["model", "messages", "system", "tools", "tool_choice", "thinking", "output_config", "mcp_servers"];

export const anthropicTokenCount: TokenCount = {
  request: (url, body) => ({ url: `${url}/count_tokens`, body: pickFields(withImageTypes(body, []), COUNTED) }),
  field: "input_tokens",
};
