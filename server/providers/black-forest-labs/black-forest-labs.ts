import type { Provider } from "../provider.ts";
import { fluxImage } from "./image.ts";

/** Supports only images. */
export const blackForestLabs: Provider = {
  id: "black-forest-labs",
  name: "Black Forest Labs",
  baseUrl: "https://api.bfl.ai/v1",
  keyVariable: "BFL_API_KEY",
  baseUrlVariable: "BFL_BASE_URL",
  image: fluxImage,
  probe: { path: "/credits", headers: (credential) => ({ "x-key": credential }) },
};
