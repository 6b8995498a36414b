import { readFile } from "node:fs/promises";
import { UpstreamError } from "#server/errors.ts";

/**
 * Returns the text of a file that holds a workload's token, which its platform renews. `name`: where the file is named.
 * Rejects with an UpstreamError.
 */
export async function readTokenFile(file: string, name: string): Promise<string> {
  const text = await readFile(file, "utf8").catch((cause: unknown) => {
    const message = `The file of ${name} cannot be read`;
    throw new UpstreamError(401, message, { retryable: true, fault: "credential", cause });
  });
  return text.trim();
}
