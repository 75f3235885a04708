// Names, for each field of our data, the field of a live provider from which the value comes. The description contains
// only names of fields, and no values.

import { type Static, Type } from 'typebox';

/** Maps our field to the provider's field. The provider's field has the name that the provider uses. */
export type FieldSources = Readonly<Record<string, string>>;

/**
 * The sources of the fields, for each list of a link's data. `null`: the provider does not have the value, so the field
 * is always empty. Only the other fields are stored and shown.
 */
export type Provenance = Readonly<Record<string, Readonly<Record<string, string | null>>>>;

/** The form in which provenance is stored with a link: one item per list, with the name of the list as its id. */
export type ListProvenance = { id: string; fields: FieldSources };

export const listsOf = (provenance: Provenance): ListProvenance[] =>
  Object.entries(provenance).map(([id, fields]) => ({
    id,
    fields: Object.fromEntries(
      Object.entries(fields).flatMap(([field, source]): [string, string][] =>
        source === null ? [] : [[field, source]],
      ),
    ),
  }));

/** One row per field: its list, its name, and the provider's field. */
export const ProvenanceAnswer = Type.Object({
  results: Type.Array(Type.Object({ list: Type.String(), field: Type.String(), provider_field: Type.String() })),
});
export type ProvenanceAnswer = Static<typeof ProvenanceAnswer>;

export const presentProvenance = (lists: readonly ListProvenance[]): ProvenanceAnswer => ({
  results: lists.flatMap(({ id: list, fields }) =>
    Object.entries(fields).map(([field, provider_field]) => ({ list, field, provider_field })),
  ),
});
