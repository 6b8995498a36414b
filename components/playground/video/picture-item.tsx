import { Link2, X } from "lucide-react";
import { IconButton } from "#components/ui/display/icon-button.tsx";
import { formatBytes } from "#lib/format.ts";
import type { Picture } from "./pictures.ts";

/** A thumbnail with its name; one by URL is not fetched here. */
export function PictureItem({ picture, onRemove }: { picture: Picture; onRemove: () => void }) {
  const { name, url, sizeBytes } = picture;
  return (
    <li className="flex min-w-0 max-w-full items-center gap-2 rounded-md border bg-raised p-1 text-xs">
      {sizeBytes === undefined ? (
        <Link2 className="m-2.5 size-4 shrink-0 text-muted" aria-hidden />
      ) : (
        <span
          aria-hidden
          className="size-9 shrink-0 rounded-sm bg-center bg-cover"
          style={{ backgroundImage: `url("${url}")` }}
        />
      )}
      <span className="flex min-w-0 flex-col">
        <span className="max-w-36 truncate" title={name}>
          {name}
        </span>
        <span className="text-muted">{sizeBytes === undefined ? "by URL" : formatBytes(sizeBytes)}</span>
      </span>
      <IconButton size="small" label={`Remove ${name}`} onClick={onRemove}>
        <X aria-hidden />
      </IconButton>
    </li>
  );
}
