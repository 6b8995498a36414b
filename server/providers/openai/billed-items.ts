import { type Block, block, list } from "../exchange/json.ts";
import type { Usage } from "../usage/usage.ts";

/**
 * What a finished output item of the Responses API is billed by, beside the tokens of the usage block, which counts no
 * tool (https://developers.openai.com/api/docs/guides/tools-web-search: of a search's actions only `search` is billed).
 */
export function billedItem({ type, status, action }: Block): Usage | undefined {
  if (status === "failed") return undefined;
  if (type === "web_search_call") return isSearch(block(action).type) ? { web_searches: 1 } : undefined;
  if (type === "x_search_call") return { web_searches: 1 };
  if (type === "file_search_call") return { file_searches: 1 };
  return type === "image_generation_call" ? { images: 1 } : undefined;
}

/** Older searches and other servers of the API name no action. */
function isSearch(action: unknown): boolean {
  return action === undefined || action === "search";
}

/** Searches by the older tool cost more at models that do not reason; the answer of both tools has the same items. */
export function searchVariant({ tools }: Block): string | undefined {
  const isPreview = (tool: unknown) => String(block(tool).type).startsWith(PREVIEW);
  return list(tools).some(isPreview) ? PREVIEW : undefined;
}

const PREVIEW = "web_search_preview";

/** Whether a model searches the web before every answer, which its usage does not count. */
const SEARCH_MODEL = /-search-(?:preview|api)/;

/** What every answer of a model is billed by beside what it reports. */
export function billedAnswer(model: string): Usage | undefined {
  return SEARCH_MODEL.test(model) ? { web_searches: 1 } : undefined;
}

/** The finished items of an event: one, or at the end all. */
export function finishedItems(event: Block): Block[] {
  if (event.type === "response.output_item.done") return [block(event.item)];
  return list(block(event.response).output).map(block);
}
