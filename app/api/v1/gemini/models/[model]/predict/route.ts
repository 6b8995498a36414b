import { handle } from "#server/http/handle.ts";
import { predictImages } from "#server/operations/gemini/predict-images.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(predictImages);
