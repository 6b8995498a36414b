/** One of our providers and the place of its prices in each source. */
export type ProviderRow = {
  id: string;
  /** Author of its own models in our ids. */
  author: string;
  /** Serves other authors' models. */
  hosts: boolean;
  modelsDev?: string;
  genaiPrices?: string;
  portkey?: string;
  /** Upstream names for which a stated price of zero is correct: the provider offers them for free. */
  free?: RegExp;
  /** Its names are ids like ours, in which `-turbo` or `-lite` is a part of the name. */
  listsPlainly?: true;
  /** A colon in its names precedes a size (`gpt-oss:120b`), not a variant. */
  tagsAreSizes?: true;
  /** The package's price list for this host is years old or another provider's: it does not say what is served. */
  isListStale?: true;
  /** Upstream names whose prices the package knows; for others it gives those of other hosts. Absent: all. */
  genaiNames?: RegExp;
  /** The name that the package's rules match, if it differs from the model's. */
  genaiName?(listed: string): string;
  /** Portkey's file for a model, if it is not `portkey`. */
  portkeyFile?(listed: string): string | undefined;
  /** The name in Portkey's file, if it differs from the model's. */
  portkeyName?(listed: string): string;
  /** A cloud's name of a model in the form `author/model:variant`, without the cloud's own spelling. */
  plainName?(listed: string): string;
  /** Names in its lists that its API does not accept. */
  skips?: RegExp;
  /** Names that its API accepts and a source prices, but that no list of models has. */
  unlisted?: readonly string[];
  /** The name that its API accepts, if the sources use another. */
  apiName?(listed: string): string;
};

/** Returns the row of a maker of models, which serves only its own. */
export function maker(id: string, author: string, sources: Partial<ProviderRow>): ProviderRow {
  return { id, author, hosts: false, ...sources };
}

/** Returns the row of a host of other authors' models. */
export function host(id: string, sources: Partial<ProviderRow>): ProviderRow {
  return { id, author: id, hosts: true, ...sources };
}
