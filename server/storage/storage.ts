import type { Readable } from "node:stream";

/** Where the bytes of files are kept, by the file's id. */
export type Storage = {
  /** Takes a whole file from the disk: afterwards it is kept under `id`, or nothing is and the promise rejects. */
  place(path: string, id: string): Promise<void>;
  /**
   * The bytes of a file, or those of a part: its first and its last, counted from zero, both of which are there. Rejects
   * with HttpError 503 when they cannot be read now.
   */
  open(id: string, part?: { start: number; end: number }): Promise<Readable>;
  /** Removes a file; one that is not there is no error. */
  remove(id: string): Promise<void>;
  /** Where files are kept, whether it answers now, and what room is left. */
  room(): Promise<StorageRoom>;
};

export type StorageRoom = {
  kind: "disk" | "s3";
  /** The bucket, or the folder. */
  place: string;
  isReachable: boolean;
  /** Null where nobody can say. */
  freeBytes: number | null;
  totalBytes: number | null;
};
