"use client";

import { useQuery } from "@tanstack/react-query";
import { useShell } from "#components/shell/shell-context.tsx";
import { usePermission } from "#components/shell/use-permission.ts";
import { Switch } from "#components/ui/forms/switch.tsx";
import { query } from "#lib/api/query.ts";
import { listMcpServers } from "#lib/contract/mcp-servers.ts";
import { OFFERED_TOOLS } from "./server-tools.ts";
import type { Settings } from "./settings.ts";

type Chosen = Pick<Settings, "serverTools" | "mcpServers">;

/** Tools that the gateway runs during a response: its own, and those of the workspace's MCP servers. */
export function ServerToolsEditor({
  chosen,
  onChange,
}: {
  chosen: Chosen;
  onChange: (change: Partial<Chosen>) => void;
}) {
  const { id } = useShell().currentWorkspace;
  const maySee = usePermission(listMcpServers);
  const servers = useQuery({ ...query(listMcpServers, { query: { workspace_id: id } }), enabled: maySee });
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="pb-2 font-medium text-sm">Server tools</legend>
      {OFFERED_TOOLS.map(({ name, label, hint }) => (
        <Switch
          key={name}
          label={label}
          hint={hint}
          checked={chosen.serverTools.includes(name)}
          onCheckedChange={(on) => onChange({ serverTools: withName(chosen.serverTools, name, on) })}
        />
      ))}
      {servers.data?.data.map(({ slug, name }) => (
        <Switch
          key={slug}
          label={name}
          hint="MCP server"
          checked={chosen.mcpServers.includes(slug)}
          onCheckedChange={(on) => onChange({ mcpServers: withName(chosen.mcpServers, slug, on) })}
        />
      ))}
    </fieldset>
  );
}

function withName(names: readonly string[], name: string, on: boolean): readonly string[] {
  const others = names.filter((other) => other !== name);
  return on ? [...others, name] : others;
}
