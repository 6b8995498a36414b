import type { Conventions, Endpoint, EndpointResponse } from "../endpoint.ts";
import { bearer } from "../openai/conventions.ts";
import type { RecordedRequest } from "../recorded-request.ts";
import { pagesFor } from "./pages.ts";

type Body = Record<string, unknown>;
type Wire = {
  name: string;
  method: "GET" | "POST";
  path: RegExp;
  keyOf: (request: RecordedRequest) => string;
  /** The provider's error body. */
  error: (status: number) => object;
  answer: (body: Body, query: URLSearchParams) => EndpointResponse;
};

const UNPROCESSABLE: EndpointResponse = {
  status: 422,
  json: { type: "error", error: { message: "Unexpected field" } },
};

/** Seven search engines, each in its documented format. */
const wires: Wire[] = [
  {
    name: "exa",
    method: "POST",
    path: /\/exa\/search$/,
    keyOf: ({ headers }) => headers["x-api-key"] ?? "",
    error: () => ({ requestId: "r-1", error: "The request failed", tag: "INVALID_REQUEST" }),
    answer: ({ query, numResults, contents }) => ({
      json: {
        requestId: "r-1",
        searchType: "neural",
        results: pagesFor(String(query), Number(numResults)).map(({ title, url, text, published }) => ({
          id: url,
          title,
          url,
          publishedDate: `${published}T00:00:00.000Z`,
          author: null,
          ...(contents ? { text } : {}),
        })),
        costDollars: { total: 0.007 },
      },
    }),
  },
  {
    name: "tavily",
    method: "POST",
    path: /\/tavily\/search$/,
    keyOf: bearer,
    error: (status) => ({ detail: { error: `The request failed with ${status}` } }),
    answer: ({ query, max_results: most }) => ({
      json: {
        query,
        answer: null,
        images: [],
        results: pagesFor(String(query), Number(most)).map(({ title, url, text }) => ({
          title,
          url,
          content: text,
          score: 0.9,
          raw_content: null,
        })),
        response_time: 1.2,
        request_id: "t-1",
      },
    }),
  },
  {
    name: "brave",
    method: "GET",
    path: /\/brave\/web\/search$/,
    keyOf: ({ headers }) => headers["x-subscription-token"] ?? "",
    error: (status) => ({ type: "ErrorResponse", error: { id: "b-1", status, code: "FAILED", detail: "It failed" } }),
    answer: (_, query) => {
      const pages = pagesFor(query.get("q") ?? "", Number(query.get("count")));
      const results = pages.map(({ title, url, text, published }) => ({
        type: "search_result",
        title,
        url,
        description: text,
        page_age: `${published}T00:00:00`,
      }));
      return { json: { type: "search", query: {}, ...(results.length > 0 && { web: { type: "search", results } }) } };
    },
  },
  {
    name: "firecrawl",
    method: "POST",
    path: /\/firecrawl\/v2\/search$/,
    keyOf: bearer,
    error: () => ({ success: false, error: "The request failed" }),
    answer: ({ query, limit, includeDomains, excludeDomains }) => {
      if (includeDomains && excludeDomains) return { status: 400, json: { success: false, error: "Bad Request" } };
      const web = pagesFor(String(query), Number(limit)).map(({ title, url, text }, index) => ({
        url,
        title,
        description: text,
        position: index + 1,
      }));
      return { json: { success: true, data: { web }, creditsUsed: 2 } };
    },
  },
  {
    name: "parallel",
    method: "POST",
    path: /\/parallel\/v1\/search$/,
    keyOf: ({ headers }) => headers["x-api-key"] ?? "",
    error: () => ({ type: "error", error: { ref_id: "p-1", message: "The request failed" } }),
    answer: (body) => {
      const queries = body.search_queries as string[] | undefined;
      if (!queries?.length || "max_results" in body || "source_policy" in body) return UNPROCESSABLE;
      const { max_results: most } = body.advanced_settings as { max_results: number };
      const results = pagesFor(queries[0] ?? "", most).map(({ title, url, text, published }) => ({
        url,
        title,
        publish_date: published,
        excerpts: [text, "More of it."],
      }));
      return { json: { search_id: "p-1", results, usage: [{ name: "sku_search", count: 1 }], warnings: null } };
    },
  },
  {
    name: "perplexity",
    method: "POST",
    path: /\/perplexity\/search$/,
    keyOf: bearer,
    error: (status) => ({ error: { message: "It failed", type: "invalid", code: status } }),
    answer: ({ query, max_results: most }) => ({
      json: {
        id: "x-1",
        results: pagesFor(String(query), Number(most)).map(({ title, url, text, published }) => ({
          title,
          url,
          snippet: text,
          date: published,
          last_updated: published,
        })),
      },
    }),
  },
  {
    name: "searxng",
    method: "GET",
    path: /\/searxng\/search$/,
    keyOf: () => "none",
    error: () => ({ error: "Forbidden" }),
    answer: (_, query) => ({
      json: {
        query: query.get("q"),
        number_of_results: 0,
        results: pagesFor(query.get("q") ?? "", 20).map(({ title, url, text, published }) => ({
          url,
          title,
          content: text,
          publishedDate: published,
          engine: "bing",
          score: 1,
        })),
        answers: [],
        unresponsive_engines: [],
      },
    }),
  },
];

export const searches: Endpoint[] = wires.map(({ method, path, keyOf, error, answer }) => {
  const conventions: Conventions = {
    requestIdPrefix: "search_",
    refuse: (request, acceptsKey) => (acceptsKey(keyOf(request)) ? undefined : { status: 401, json: error(401) }),
    error: (status) => error(status),
    headers: () => ({}),
  };
  return { method, path, conventions, answer: ({ request }) => answer((request.body ?? {}) as Body, request.query) };
});

/** Returns the environment variables that point each engine to a fake upstream. */
export function searchVariables(url: string): Record<string, string> {
  const names = wires.map(({ name }) => name);
  return Object.fromEntries(
    names.flatMap((name) => [
      [`${name.toUpperCase()}_API_KEY`, `key-of-${name}`],
      [`${name.toUpperCase()}_BASE_URL`, `${url}/${name}`],
    ]),
  );
}
