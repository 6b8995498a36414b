import { opencodeClients } from "./opencode-clients.ts";

const VERSION = "7.7.9";

/** Kilo Code's command, which is built on opencode. */
export const kilos = opencodeClients({
  name: "kilo",
  title: "Kilo Code",
  agent: { id: "kilo-code", version: VERSION },
  package: `@kilocode/cli-linux-x64@${VERSION}`,
  program: "@kilocode/cli-linux-x64/bin/kilo",
  settings: "kilo/kilo.json",
  options: ["--auto"],
  env: { KILO_TELEMETRY_LEVEL: "off" },
});
