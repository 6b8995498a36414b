import { UpstreamError } from "#server/errors.ts";

/**
 * Returns the error of a local engine's thread. The engines are optional dependencies: without its package an engine's
 * model cannot respond, but another candidate may.
 */
export function engineError(error: unknown, model: string): unknown {
  const { code } = error as { code?: unknown };
  if (code !== "MODULE_NOT_FOUND" && code !== "ERR_MODULE_NOT_FOUND") return error;
  const message = `The engine of ${model} is not installed: run npm install --include=optional`;
  return new UpstreamError(503, message, { retryable: true, fault: "model" });
}
