import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import type { Endpoint, ResponseOf } from "#lib/contract/endpoint.ts";
import type { ApiError } from "./api-error.ts";
import { type Arguments, type CallOptions, call, type InputOf } from "./client.ts";
import { query } from "./query.ts";

const PAGE = 100;
/** Number of records read for searching in the browser; `total_count` shows whether there are more. */
const MAX_RECORDS = 1000;

type List = { data: unknown[]; total_count: number };
type ListEndpoint = Endpoint & { response: z.ZodType<List> };
type Scoped = { query?: object };
type Scope = Pick<CallOptions, "workspace">;

/** Returns React Query options of a whole list, read page by page: up to a thousand records, under one key. */
export function queryAll<E extends ListEndpoint>(endpoint: E, ...input: Arguments<InputOf<E> & Scope>) {
  const [resource, id, scoped] = query(endpoint, ...input).queryKey as readonly unknown[] as [string, string, Scoped];
  return queryOptions<ResponseOf<E>, ApiError>({
    queryKey: [resource, id, scoped, "all"],
    queryFn: async ({ signal }) => {
      const page = (offset: number) => {
        const parts = { ...scoped, query: { ...scoped.query, offset, limit: PAGE }, signal };
        return call(endpoint, ...([parts] as unknown as Arguments<InputOf<E> & CallOptions>)) as Promise<List>;
      };
      const first = await page(0);
      const records = [...first.data];
      while (records.length < Math.min(first.total_count, MAX_RECORDS)) {
        const { data } = await page(records.length);
        if (data.length === 0) break;
        records.push(...data);
      }
      return { ...first, data: records } as ResponseOf<E>;
    },
    retry: (failures, error) => failures < 1 && error.transient && error.status !== 429,
  });
}
