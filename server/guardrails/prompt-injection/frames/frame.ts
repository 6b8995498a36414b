/**
 * What a sentence says as a whole: a verb, an object and what ties both to the model, in any of their wordings. A frame
 * is a pattern over the words of one sentence, of bounded length, so that it costs no more than the sentence is long.
 */
export type Frame = { kind: string; weight: number; pattern: RegExp; not?: RegExp; quoted?: true; led?: true };
