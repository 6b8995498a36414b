const FETCHED_WITHIN_MS = 60_000;

/** Saves a file as a download. */
export function saveFile(file: File): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), FETCHED_WITHIN_MS);
}
