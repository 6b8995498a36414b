/** What a replay cannot know. */
export function WhatIfLimits() {
  return (
    <section aria-labelledby="what-if-limits" className="flex max-w-[75ch] flex-col gap-2">
      <h2 id="what-if-limits" className="font-medium text-base">
        Limits of a replay
      </h2>
      <ul className="flex list-disc flex-col gap-1 pl-5 text-muted text-sm">
        <li>Candidates that were passed over are not reconsidered, because their health was not recorded.</li>
        <li>
          Cost uses the tokens of the original response. Another model endpoint may count tokens differently or generate
          more or fewer.
        </li>
        <li>Latency and failure rates are those known when the request was routed.</li>
        <li>Data regions follow today's provider keys.</li>
        <li>Only the first attempt is compared. Retries and fallbacks after it are not replayed.</li>
        <li>Only the latest 10,000 requests in the time range are replayed. Members see only their own requests.</li>
      </ul>
    </section>
  );
}
