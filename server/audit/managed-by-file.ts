import type { ManagedRecords } from "#server/caller/config-file.ts";
import { HttpError } from "#server/errors.ts";

/** Returns the error of a change to a record that a configuration file manages. */
export function managedByFile({ file }: ManagedRecords): HttpError {
  return new HttpError(409, `This is managed by the configuration file ${file}. Change it there.`, {
    metadata: { reason: "managed_by_file", file },
  });
}
