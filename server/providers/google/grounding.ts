import { block, list, parsed } from "../exchange/json.ts";
import type { Usage } from "../usage/usage.ts";

/**
 * Reads what Google bills a grounded response by, from the data of each event of a stream: a new query once, whichever
 * events repeat it, and the response once. Gemini 3 is billed by the query, older models by the grounded prompt
 * (https://ai.google.dev/gemini-api/docs/google-search); empty queries are not billed.
 */
export function groundingReader(used: (usage: Usage) => void): (data: string) => void {
  const known = new Set<unknown>();
  let isGrounded = false;
  return (data) => {
    if (!data.includes('"groundingMetadata"')) return;
    for (const candidate of list(block(parsed(data)).candidates)) {
      const { webSearchQueries, imageSearchQueries, groundingChunks } = block(block(candidate).groundingMetadata);
      const queries = [...list(webSearchQueries), ...list(imageSearchQueries)];
      const fresh = new Set(queries.filter((query) => typeof query === "string" && query !== "" && !known.has(query)));
      for (const query of fresh) known.add(query);
      const isFirst = !isGrounded && (fresh.size > 0 || list(groundingChunks).length > 0);
      isGrounded ||= isFirst;
      if (isFirst || fresh.size > 0) used({ web_searches: fresh.size, grounded_requests: isFirst ? 1 : 0 });
    }
  };
}
