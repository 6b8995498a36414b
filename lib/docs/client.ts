export type Sample = { id: string; label: string; code: string };

/** Instructions for connecting one client to the gateway. */
export type Client = {
  /** Its page: /docs/connect/<id>. */
  id: string;
  name: string;
  kind: "Agents" | "SDKs and frameworks";
  note: string;
  samples: Sample[];
  /** The configuration files that a sample writes. */
  files?: Sample[];
};
