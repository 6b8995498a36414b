"use client";

import type { SamplesOf } from "../code/code-samples.ts";
import { RequestCode } from "../code/request-code.tsx";
import { mediaSamples } from "./media-code.ts";
import type { MediaRequest } from "./media-request.ts";

/** A mode's request, from the current form, as code to copy. */
export function MediaCodeDialog({ request, onClose }: { request: MediaRequest | SamplesOf; onClose: () => void }) {
  const samples = typeof request === "function" ? request : (origin: string) => mediaSamples(request, origin);
  return <RequestCode same="model, input and parameters" samples={samples} onClose={onClose} />;
}
