import { WifiOff } from "lucide-react";

/** A note next to the send button: requests would fail now. */
export function OfflineNote() {
  return (
    <span className="inline-flex items-center gap-1.5 text-warn">
      <WifiOff className="size-3.5" aria-hidden />
      Your browser is offline
    </span>
  );
}
