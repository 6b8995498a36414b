"use client";

import { useState } from "react";

/** Returns the id of the record that a dialog shows: while it closes, it still shows the last one. */
export function useShownId(open: boolean, id: string | null): string | null {
  const [shown, setShown] = useState(id);
  if (open && shown !== id) setShown(id);
  return open ? id : shown;
}
