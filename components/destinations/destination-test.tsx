"use client";

import { useMutation } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { Button } from "#components/ui/display/button.tsx";
import { DeliveryResult } from "#components/ui/feedback/delivery-result.tsx";
import { mutation } from "#lib/api/query.ts";
import { testDestination } from "#lib/contract/destinations.ts";

/** Sends a sample request and shows the receiver's response. */
export function DestinationTest({ id }: { id: string }) {
  const test = useMutation(mutation(testDestination));
  return (
    <>
      <Button pending={test.isPending} onClick={() => test.mutate({ params: { id } })}>
        <Send aria-hidden />
        Send test
      </Button>
      <DeliveryResult test={test} />
    </>
  );
}
