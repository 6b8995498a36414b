import { type Block, block, list } from "../exchange/json.ts";
import type { Usage } from "../usage/usage.ts";

/**
 * Returns the billed units of a finished output item of the Responses API that the tokens of the usage block do not
 * include (https://developers.openai.com/api/docs/guides/tools-web-search: of a search's actions only `search` is
 * billed). `containers`: the containers of earlier items, since each is billed once; the item's own is added.
 */
export function billedItem(item: Block, containers: Set<unknown>): Usage | undefined {
  const { type, status, action } = item;
  const container = containerOf(item);
  if (container !== undefined && !containers.has(container)) {
    containers.add(container);
    return { containers: 1 };
  }
  if (status === "failed") return undefined;
  if (type === "web_search_call") return isSearch(block(action).type) ? { web_searches: 1 } : undefined;
  if (type === "x_search_call") return { web_searches: 1 };
  if (type === "file_search_call") return { file_searches: 1 };
  return type === "image_generation_call" ? { images: 1 } : undefined;
}

/** Returns the container in which code ran, if the provider made it for the response. */
function containerOf({ type, container_id, environment }: Block): unknown {
  if (type === "code_interpreter_call") return container_id ?? "";
  const { type: kind, container_id: id } = block(environment);
  return type === "shell_call" && kind === "container_reference" ? (id ?? "") : undefined;
}

/** Returns whether an action is a billed search. Older searches and other servers send no action. */
function isSearch(action: unknown): boolean {
  return action === undefined || action === "search";
}

/**
 * Returns the price variant of the older search tool, which costs more with models that do not reason; both tools
 * return the same items.
 */
export function searchVariant({ tools }: Block): string | undefined {
  const isPreview = (tool: unknown) => String(block(tool).type).startsWith(PREVIEW);
  return list(tools).some(isPreview) ? PREVIEW : undefined;
}

const PREVIEW = "web_search_preview";

/** Matches models that search the web before every response, which their usage does not count. */
const SEARCH_MODEL = /-search-(?:preview|api)/;

/** Returns the units that every response of a model is billed for, besides its reported usage. */
export function billedResponse(model: string): Usage | undefined {
  return SEARCH_MODEL.test(model) ? { web_searches: 1 } : undefined;
}

/** Returns the finished items of an event: one, or all at the end. */
export function finishedItems(event: Block): Block[] {
  if (event.type === "response.output_item.done") return [block(event.item)];
  return list(block(event.response).output).map(block);
}
