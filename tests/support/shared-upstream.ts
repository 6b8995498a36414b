import { beforeEach, vi } from "vitest";
import { startedOnce } from "./started-once.ts";
import { startUpstream, type Upstream } from "./upstream/upstream.ts";

/** One fake upstream for all tests of a file; it forgets rules, requests and jobs before each of them. */
export const sharedUpstream = vi.defineHelper((): Upstream => {
  const upstream = startedOnce("upstream", startUpstream, (started) => started.close());
  beforeEach(() => upstream.reset());
  return upstream;
});
