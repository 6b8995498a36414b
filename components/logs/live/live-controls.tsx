"use client";

import { ArrowUp } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { Switch } from "#components/ui/forms/switch.tsx";
import { usePreference } from "#components/ui/hooks/preference.ts";
import { formatCount } from "#lib/format.ts";
import { MOST_FOUND } from "./tail.ts";

/** Turns polling for new requests on and off, in this browser. */
export function LiveSwitch() {
  const [live, setLive] = usePreference("live");
  return (
    <Switch
      label="Live"
      className="items-center gap-2 pointer-coarse:min-h-11"
      checked={live === "on"}
      onCheckedChange={(checked) => setLive(checked ? "on" : "off")}
    />
  );
}

type NewRequestsProps = { waiting: number; isCut: boolean; onShow: () => void };

/**
 * The number of requests that wait above the list, at the top of the window. It takes no space, and is on the left, where
 * the panel of an open request does not cover it.
 */
export function NewRequests({ waiting, isCut, onShow }: NewRequestsProps) {
  if (waiting === 0) return null;
  return (
    <div className="sticky top-24 z-10 flex h-0 justify-center md:pl-28 md:justify-start">
      <Button size="small" className="-translate-y-10 shadow-lg base:rounded-full" onClick={onShow}>
        <ArrowUp aria-hidden />
        {isCut ? `${MOST_FOUND} or more new requests` : countOf(waiting)}
      </Button>
    </div>
  );
}

/** How often a screen reader hears about new requests at most. */
const SPACING_MS = 15_000;

type LiveAnnouncerProps = { total: number; isFollowing: boolean };

/** Tells screen readers how many requests arrived, once in a while and not one by one. */
export function LiveAnnouncer({ total, isFollowing }: LiveAnnouncerProps) {
  const [announced, setAnnounced] = useState({ total, text: "" });
  const latest = useRef({ total, isFollowing });
  latest.current = { total, isFollowing };
  const isNews = total > announced.total;
  if (total < announced.total) setAnnounced({ total, text: "" });
  useEffect(() => {
    if (!isNews) return undefined;
    const timer = setTimeout(() => {
      const { total, isFollowing } = latest.current;
      setAnnounced({ total, text: `${countOf(total - announced.total)} ${isFollowing ? "added" : "waiting"}` });
    }, SPACING_MS);
    return () => clearTimeout(timer);
  }, [isNews, announced]);
  return (
    <p role="status" className="sr-only">
      {announced.text}
    </p>
  );
}

function countOf(requests: number): string {
  return requests === 1 ? "1 new request" : `${formatCount(requests)} new requests`;
}
