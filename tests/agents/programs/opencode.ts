import { opencodeClients } from "./opencode-clients.ts";

const VERSION = "1.18.33";

export const opencodes = opencodeClients({
  name: "opencode",
  title: "opencode",
  agent: { id: "opencode", version: VERSION },
  package: `opencode-ai@${VERSION}`,
  program: "opencode-linux-x64/bin/opencode",
  settings: "opencode/opencode.json",
  options: [],
  env: {
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
  },
});
