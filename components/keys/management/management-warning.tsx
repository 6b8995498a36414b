import { TriangleAlert } from "lucide-react";

/** A warning about the power of management keys, wherever one is listed or created. */
export function ManagementWarning() {
  return (
    <div className="flex items-start gap-2.5 rounded-md border border-warn/50 bg-warn-soft px-3 py-2.5 text-sm">
      <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />
      <p className="max-w-[120ch]">
        <strong>A management key controls the gateway.</strong> Unless you limit it, it can create and delete keys,
        change limits and read every workspace. Use it for automation only, never in applications that just call models.
      </p>
    </div>
  );
}
