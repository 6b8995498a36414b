import type { Body, Dialect } from "#server/dialects/dialect.ts";
import type { IncomingCall } from "../enter-call.ts";
import type { PipelineGateway } from "../pipeline-gateway.ts";
import { compressContext } from "./compress-context.ts";
import { moderate } from "./moderate.ts";
import { parseFiles } from "./parse-files.ts";
import { type PluginNote, pluginOf } from "./plugin-note.ts";
import { isAutoModel, routeAutomatically } from "./route-automatically.ts";

/** A body after its plugins, and what they did. */
export type Plugged = { body: Body; notes: PluginNote[] };

/**
 * Applies the plugins that change a request before it is planned. Returns synchronously for a request without them.
 * Guardrails read the body afterwards, so they see what a plugin adds.
 */
export function applyPlugins(
  gateway: PipelineGateway,
  dialect: Dialect,
  call: IncomingCall,
  body: Body,
): Plugged | Promise<Plugged> {
  const hasPlugins = Array.isArray(body.plugins) && body.plugins.length > 0;
  return hasPlugins || isAutoModel(body.model) ? applyAll(gateway, dialect, call, body) : { body, notes: [] };
}

async function applyAll(gateway: PipelineGateway, dialect: Dialect, call: IncomingCall, given: Body): Promise<Plugged> {
  const notes: PluginNote[] = [];
  let body = given;
  const parser = pluginOf(body, "file-parser");
  if (parser) body = await parseFiles(body, parser, notes, call.departure);
  if (pluginOf(body, "moderation")) await moderate(gateway, dialect, body, notes, call.departure);
  if (isAutoModel(body.model) || (!body.model && routerOf(body))) {
    body = routeAutomatically(gateway, call.principal, body, routerOf(body) ?? {}, notes);
  }
  if (pluginOf(body, "context-compression"))
    body = compressContext(gateway.providerSets.of(call.principal), dialect, body, notes);
  if (body.stream === true && pluginOf(body, "response-healing")) {
    notes.push({ name: "response-healing", type: "response_healing", summary: "No effect on a stream" });
  }
  return { body, notes };
}

function routerOf(body: Body): Body | undefined {
  return pluginOf(body, "auto-router") ?? pluginOf(body, "auto-beta-router");
}
