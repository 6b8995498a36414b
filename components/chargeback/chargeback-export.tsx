"use client";

import { Download } from "lucide-react";
import { Button } from "#components/ui/display/button.tsx";
import { Menu, MenuItem } from "#components/ui/overlays/menu.tsx";
import { urlOf } from "#lib/api/client.ts";
import { CHARGEBACK_FORMATS, exportChargeback } from "#lib/contract/chargeback.ts";

const LABELS: Record<(typeof CHARGEBACK_FORMATS)[number], string> = {
  csv: "CSV, by key",
  tags: "CSV, by tag",
  focus: "FOCUS 1.2, by day and model",
};

/** Saves the report of a month. The browser downloads it itself. */
export function ChargebackExport({ month, workspace }: { month: string; workspace: string | undefined }) {
  const trigger = (
    <Button>
      <Download aria-hidden />
      Download
    </Button>
  );
  return (
    <Menu trigger={trigger} align="end">
      {CHARGEBACK_FORMATS.map((format) => (
        <MenuItem key={format} asChild>
          <a download href={urlOf(exportChargeback, { query: { month, format, workspace_id: workspace } })}>
            {LABELS[format]}
          </a>
        </MenuItem>
      ))}
    </Menu>
  );
}
