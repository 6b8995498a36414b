import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import type { ApiError } from "#lib/api/api-error.ts";

type QueryBodyProps<Data> = {
  result: UseQueryResult<Data, ApiError>;
  /** What is loaded, as in "SCIM tokens". */
  what: string;
  children: (data: Data) => ReactNode;
};

/** The body of a panel, while its data loads, if it could not be loaded, and with it. */
export function QueryBody<Data>({ result, what, children }: QueryBodyProps<Data>) {
  const { data, error } = result;
  if (data !== undefined) return children(data);
  if (error) return <ApiErrorState title={`The ${what} could not be loaded`} result={result} />;
  return (
    <Loading label={what} className="flex flex-col gap-4">
      <Skeleton className="w-72 max-w-full" />
      <Skeleton className="h-8 w-40" />
    </Loading>
  );
}
