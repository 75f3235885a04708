// From which fields of a live provider the fields of our data come. Names of fields only, no values.

/** Our field → the provider's field, in the provider's own words. */
export type FieldSources = Readonly<Record<string, string>>;

/** The fields of each list of a link's data. Fields that are not named are always empty, or our own ids. */
export type Provenance = Readonly<Record<string, FieldSources>>;

/** The form in which provenance is stored with a link: one item per list, with the name of the list as its id. */
export type ListProvenance = { id: string; fields: FieldSources };

export const listsOf = (provenance: Provenance): ListProvenance[] =>
  Object.entries(provenance).map(([id, fields]) => ({ id, fields }));
