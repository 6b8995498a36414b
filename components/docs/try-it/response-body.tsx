"use client";

import { useEffect, useState } from "react";
import { CopyButton } from "#components/ui/display/copy/copy-button.tsx";
import { ScrollBox } from "#components/ui/display/scroll-box.tsx";
import { formatBytes, formatCount } from "#lib/format.ts";

/** Longer texts make the page slow. */
const MOST_CHARACTERS = 100_000;

/** A whole response: its text, or its bytes to play and to save. */
export function ResponseBody({ body, text }: { body: Blob; text: string | undefined }) {
  if (body.size === 0) return <p className="text-muted text-sm">The response has no body.</p>;
  return text === undefined ? <Bytes body={body} /> : <Text text={indentJson(text)} />;
}

function Text({ text }: { text: string }) {
  const isLong = text.length > MOST_CHARACTERS;
  return (
    <div className="min-w-0 rounded-md border bg-canvas">
      <div className="flex min-h-8 items-center justify-between gap-2 border-b pr-1 pl-2 text-muted text-xs">
        {isLong ? `The first ${formatCount(MOST_CHARACTERS)} characters; copy for all` : "Response body"}
        <CopyButton text={text} label="Copy response" />
      </div>
      <ScrollBox as="section" aria-label="Response body" className="max-h-96 overflow-auto">
        <pre className="w-max min-w-full px-2 py-1.5 text-xs leading-relaxed">{text.slice(0, MOST_CHARACTERS)}</pre>
      </ScrollBox>
    </div>
  );
}

function Bytes({ body }: { body: Blob }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const created = URL.createObjectURL(body);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [body]);
  return (
    <div className="flex flex-col gap-2 text-sm">
      {url && body.type.startsWith("audio/") && (
        <audio controls src={url} className="w-full">
          <track kind="captions" />
        </audio>
      )}
      <a href={url} download="response" className="w-fit text-accent-ink underline underline-offset-3">
        Save {formatBytes(body.size)} of {body.type || "bytes"}
      </a>
    </div>
  );
}

/** JSON on several lines; other text as it is. */
function indentJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
