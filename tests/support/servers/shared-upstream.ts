import { beforeEach, vi } from "vitest";
import { startUpstream, type Upstream } from "../upstream/upstream.ts";
import { startedOnce } from "./started-once.ts";

/** Starts one fake upstream for all tests of a file. It forgets rules, requests and jobs before each of them. */
export const sharedUpstream = vi.defineHelper((): Upstream => {
  const upstream = startedOnce("upstream", startUpstream, (started) => started.close());
  beforeEach(() => upstream.reset());
  return upstream;
});
