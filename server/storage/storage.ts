import type { Readable } from "node:stream";

/** Stores the bytes of files by their id. */
export type Storage = {
  /** Moves a whole file from the disk into the storage. If the promise rejects, nothing is stored under `id`. */
  place(path: string, id: string): Promise<void>;
  /**
   * Returns the bytes of a file, or of a part: its first and last byte, counted from zero, which must both exist.
   * Rejects with HttpError 503 if they cannot be read at the moment.
   */
  open(id: string, part?: { start: number; end: number }): Promise<Readable>;
  /** Removes a file; a missing one is not an error. */
  remove(id: string): Promise<void>;
  /** Returns where files are stored, whether the storage responds, and how much space is left. */
  room(): Promise<StorageSpace>;
};

export type StorageSpace = {
  kind: "disk" | "s3";
  /** The bucket, or the folder. */
  place: string;
  isReachable: boolean;
  /** Null if unknown. */
  freeBytes: number | null;
  totalBytes: number | null;
};
