/** `allowed`, `excluded`: domains, each with its subdomains. */
export type SearchQuery = {
  query: string;
  maxResults: number;
  allowed: readonly string[];
  excluded: readonly string[];
  /** One of the engine's `modes`. */
  mode?: string;
};

/** `text`: an excerpt of the page. `published`: as the engine writes it. */
export type SearchResult = { title: string; url: string; text: string; published?: string };

/** Where to send a search. */
export type SearchTarget = { baseUrl: string; credential: string; fetch: typeof fetch; signal: AbortSignal };

/** A service that searches the web. */
export type SearchEngine = {
  id: string;
  name: string;
  /** Environment variable of its key; absent for an engine that needs none and is enabled by its address. */
  keyVariable?: string;
  baseUrlVariable: string;
  /** Absent if every operator runs their own server. */
  baseUrl?: string;
  /**
   * The list price of one query, with the page that states it and the date of that page; absent: it depends on the
   * plan.
   */
  price?: { usdPerThousand: number; source: string; asOf: string };
  /** Modes that cost the same as the default one. */
  modes?: readonly string[];
  /** Resolves with the best results first. Throws the engine's error (`fromThrown` converts it). */
  search(target: SearchTarget, query: SearchQuery): Promise<SearchResult[]>;
};
