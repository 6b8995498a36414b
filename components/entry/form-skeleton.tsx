import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";

/**
 * Shown until the page can handle a form: what is typed into one that the server rendered would be lost, and Enter would
 * reload the page.
 */
export function FormSkeleton({ label, fields }: { label: string; fields: readonly string[] }) {
  return (
    <Loading label={label} className="flex flex-col gap-5">
      {fields.map((field) => (
        <div key={field} className="flex flex-col gap-1.5">
          <Skeleton className="w-24" />
          <Skeleton className="h-9 w-full" />
        </div>
      ))}
      <Skeleton className="h-10 w-full" />
    </Loading>
  );
}
