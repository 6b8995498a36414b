import { lazy } from "react";

/** Loaded with the first list that is long enough to need it. */
export const WindowedRows = lazy(() =>
  import("./windowed-rows.tsx").then((module) => ({ default: module.WindowedRows })),
);
