"use client";

import { CircleCheck, CirclePause, CircleX, Clock, RotateCw, X } from "lucide-react";
import { Button } from "#components/ui/display/button.tsx";
import { IconButton } from "#components/ui/display/icon-button.tsx";
import { IdPill } from "#components/ui/display/id-pill.tsx";
import { Panel } from "#components/ui/display/panel.tsx";
import { formatBytes, formatCount, formatPercent } from "#lib/format.ts";
import { cancelUpload, dismissUploads, retryUpload, type Upload } from "./uploads.ts";
import { useUploads } from "./use-uploads.ts";

/** Current and recent uploads: progress, cancel, retry. */
export function UploadList({ workspace }: { workspace: string }) {
  const uploads = useUploads(workspace);
  const ended = uploads.filter(({ state }) => state !== "sending" && state !== "waiting");
  const announcement = summary(uploads);
  return (
    <>
      <span role="status" className="sr-only">
        {announcement}
      </span>
      {uploads.length > 0 && (
        <Panel
          title="Uploads"
          description={announcement}
          flush
          actions={
            ended.length > 0 && (
              <Button size="small" onClick={() => dismissUploads(ended.map(({ id }) => id))}>
                Clear finished
              </Button>
            )
          }
        >
          <ul aria-label="Uploads" className="max-h-80 overflow-y-auto">
            {uploads.map((upload) => (
              <UploadRow key={upload.id} upload={upload} />
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

/** Screen readers hear when uploads end, not every percent. */
function summary(uploads: readonly Upload[]): string {
  const count = (state: Upload["state"]) => uploads.filter((one) => one.state === state).length;
  const parts = [
    [count("sending") + count("waiting"), "uploading"],
    [count("stored"), "stored"],
    [count("failed"), "failed"],
    [count("cancelled"), "canceled"],
  ] as const;
  return parts
    .filter(([number]) => number > 0)
    .map(([number, word]) => `${formatCount(number)} ${word}`)
    .join(", ");
}

function UploadRow({ upload }: { upload: Upload }) {
  const { id, file, state, problem } = upload;
  const going = state === "sending" || state === "waiting";
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-2 text-sm last:border-b-0">
      <StateIcon state={state} />
      <span className="min-w-0 flex-1 truncate" title={file.name}>
        {file.name}
      </span>
      <span className="shrink-0 text-muted text-xs">{formatBytes(file.size)}</span>
      {going && (
        <IconButton size="small" label={`Cancel upload of ${file.name}`} onClick={() => cancelUpload(id)}>
          <X aria-hidden />
        </IconButton>
      )}
      {(state === "cancelled" || (state === "failed" && problem?.retryable)) && (
        <Button size="small" onClick={() => retryUpload(id)}>
          <RotateCw aria-hidden />
          Retry<span className="sr-only"> upload of {file.name}</span>
        </Button>
      )}
      {going && <Progress upload={upload} />}
      {state === "failed" && problem && (
        <p className="flex w-full flex-wrap items-center gap-2 pl-7 text-bad text-xs">
          {problem.message}
          {problem.requestId && <IdPill id={problem.requestId} label="request ID" />}
        </p>
      )}
    </li>
  );
}

function Progress({ upload: { file, sentBytes, state } }: { upload: Upload }) {
  const ratio = file.size === 0 ? 0 : sentBytes / file.size;
  const words = state === "waiting" ? "waiting" : ratio >= 1 ? "saving" : `${formatPercent(ratio, 0)} sent`;
  return (
    <span className="flex w-full items-center gap-3 pl-7">
      <progress aria-label={`Upload of ${file.name}`} value={sentBytes} max={file.size} className="sr-only">
        {words}
      </progress>
      <span aria-hidden className="h-1 min-w-0 flex-1 bg-well-strong">
        <span className="block h-full bg-accent" style={{ width: `${ratio * 100}%` }} />
      </span>
      <span aria-hidden className="w-28 shrink-0 text-right text-muted text-xs">
        {words}
      </span>
    </span>
  );
}

const ICONS = {
  waiting: <Clock className="size-4 shrink-0 text-muted" aria-label="Waiting" />,
  sending: <Clock className="size-4 shrink-0 text-info" aria-label="Uploading" />,
  stored: <CircleCheck className="size-4 shrink-0 text-ok" aria-label="Stored" />,
  failed: <CircleX className="size-4 shrink-0 text-bad" aria-label="Failed" />,
  cancelled: <CirclePause className="size-4 shrink-0 text-muted" aria-label="Canceled" />,
} as const;

function StateIcon({ state }: { state: Upload["state"] }) {
  return ICONS[state];
}
