import { z } from "zod";
import { MAX_TAG_LENGTH, MAX_TAGS, TAG, TAG_RULE } from "../generations/tags.ts";

export const Tag = z.string().max(MAX_TAG_LENGTH, { error: TAG_RULE, abort: true }).regex(TAG, TAG_RULE);

export const Tags = z.array(Tag).max(MAX_TAGS);
