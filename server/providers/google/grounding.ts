import { block, list, tryParse } from "../exchange/json.ts";
import type { Usage } from "../usage/usage.ts";

/**
 * Returns a reader of the billed units of a grounded response, from the data of each stream event: each new query once,
 * however often it is repeated, and the response once. Gemini 3 is billed per query, older models per grounded prompt
 * (https://ai.google.dev/gemini-api/docs/google-search); empty queries are not billed. Grounding in Google Maps has a
 * price of its own (https://ai.google.dev/gemini-api/docs/maps-grounding), and searches of stored files are free
 * (https://ai.google.dev/gemini-api/docs/file-search#pricing).
 */
export function groundingReader(used: (usage: Usage) => void): (data: string) => void {
  const seenQueries = new Set<unknown>();
  let isGrounded = false;
  let hasMaps = false;
  return (data) => {
    if (!data.includes('"groundingMetadata"')) return;
    for (const candidate of list(block(tryParse(data)).candidates)) {
      const { webSearchQueries, imageSearchQueries, groundingChunks } = block(block(candidate).groundingMetadata);
      const queries = [...list(webSearchQueries), ...list(imageSearchQueries)];
      const fresh = new Set(
        queries.filter((query) => typeof query === "string" && query !== "" && !seenQueries.has(query)),
      );
      for (const query of fresh) seenQueries.add(query);
      const chunks = list(groundingChunks).map(block);
      const isFirst =
        !isGrounded &&
        (fresh.size > 0 ||
          chunks.some(({ maps, retrievedContext }) => maps === undefined && retrievedContext === undefined));
      const isFirstMap = !hasMaps && chunks.some(({ maps }) => maps !== undefined);
      hasMaps ||= isFirstMap;
      if (isFirstMap) used({ map_requests: 1 });
      isGrounded ||= isFirst;
      if (isFirst || fresh.size > 0) used({ web_searches: fresh.size, grounded_requests: isFirst ? 1 : 0 });
    }
  };
}
