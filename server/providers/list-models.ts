import type { Dispatcher } from "undici";
import { getNative } from "./exchange/http.ts";
import { block, list } from "./exchange/json.ts";
import { readBounded } from "./exchange/upstream-body.ts";
import type { ModelList } from "./provider.ts";

export type ModelListRequest = { list: ModelList; credential: string; baseUrl: string; dispatcher: Dispatcher };

const TIMEOUT_MS = 5_000;
export const MOST_LIST_BYTES = 4 * 1024 * 1024;
const MOST_MODELS = 2_000;
/** Valid characters for model ids: no whitespace or control characters. */
const NAME = /^[\x21-\x7e]{1,200}$/;

/**
 * Returns the model names of a provider's own list, at most 2,000. Rejects with a readable message if the provider does
 * not send a list of at most 4 MiB within 5 seconds.
 */
export async function listModels({ list: at, credential, baseUrl, dispatcher }: ModelListRequest): Promise<string[]> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const headers = at.headers(credential);
  const { status, body } = await getNative({ url: baseUrl + at.path, dispatcher, headers, signal });
  if (status < 200 || status >= 300) {
    body.destroy();
    throw new Error(`the provider responded with ${status}`);
  }
  return modelNames(await readBounded(body, MOST_LIST_BYTES));
}

/** Returns the names in a model list. Throws an error with a readable message for any other text. */
export function modelNames(text: string): string[] {
  const entries = list(block(parseList(text)).data).map((entry) => block(entry).id);
  const names = entries.filter((id): id is string => typeof id === "string" && NAME.test(id));
  return [...new Set(names)].slice(0, MOST_MODELS);
}

function parseList(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("the response is not a model list of at most 4 MiB");
  }
}
