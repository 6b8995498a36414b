"use client";

import { useQueryClient } from "@tanstack/react-query";
import { CloudOff } from "lucide-react";
import { useEffect } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { query } from "#lib/api/query.ts";
import { getSession } from "#lib/contract/session.ts";
import { useGatewayDown } from "./use-gateway-down.ts";
import { WarningBanner } from "./warning-banner.tsx";

const ASK_EVERY_MS = 3000;

/**
 * Shown while the gateway does not respond: reports the outage and the age of the data, and polls until it responds
 * again.
 */
export function GatewayDownBanner() {
  const client = useQueryClient();
  const away = useGatewayDown();
  const ask = () => void client.prefetchQuery({ ...query(getSession), staleTime: 0, retry: false });
  useEffect(() => {
    if (!away) return;
    const again = () => void client.prefetchQuery({ ...query(getSession), staleTime: 0, retry: false });
    const timer = setInterval(again, ASK_EVERY_MS);
    return () => {
      clearInterval(timer);
      // The gateway is back, so refetch failed and outdated data.
      void client.invalidateQueries();
    };
  }, [away, client]);
  if (!away) return null;
  return (
    <WarningBanner icon={CloudOff} title="The gateway is not responding">
      <span className="text-muted">
        This data is from <Time value={away.lastAnswerMs} format="clock" />. You cannot make changes until it is back.
      </span>
      <Button size="small" className="ml-auto" onClick={ask}>
        Try now
      </Button>
    </WarningBanner>
  );
}
