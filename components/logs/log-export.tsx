"use client";

import { Download } from "lucide-react";
import type { z } from "zod";
import { Button } from "#components/ui/display/button.tsx";
import { Menu, MenuItem } from "#components/ui/overlays/menu.tsx";
import { urlOf } from "#lib/api/client.ts";
import { currentWorkspace } from "#lib/api/workspace.ts";
import { EXPORT_FORMATS, exportGenerations } from "#lib/contract/generation-list.ts";

type LogExportProps = { selection: Omit<z.input<typeof exportGenerations.query>, "format" | "workspace_id"> };

/** Saves all requests of the current filter. The browser downloads them itself, so that none are in the page's memory. */
export function LogExport({ selection }: LogExportProps) {
  const trigger = (
    <Button size="small">
      <Download aria-hidden />
      Export
    </Button>
  );
  return (
    <Menu trigger={trigger} align="end">
      {EXPORT_FORMATS.map((format) => (
        <MenuItem key={format} asChild>
          <a
            download
            href={urlOf(exportGenerations, { query: { ...selection, format, workspace_id: currentWorkspace() } })}
          >
            {format.toUpperCase()}
          </a>
        </MenuItem>
      ))}
    </Menu>
  );
}
