// The type with which a connector lists the source of every field of its data. A field that is missing from the list
// does not compile, and neither does a field that our data does not have.

/** The value type of a field. The value type of a list is the type of its items. */
type ValueOf<T> = T extends readonly (infer Item)[] ? ValueOf<Item> : T extends null | undefined ? never : T;

/** Fields that describe the other fields. We compute them ourselves for every provider, so they need no source. */
type Ours = 'derived_fields' | 'missing_data_fields';

/**
 * The fields of an object. A field inside an inner object, or inside the objects of an inner list, is written as a
 * path, such as `balances.currency_code`.
 */
type FieldsOf<T> = T extends object
  ? {
      [K in Exclude<keyof T & string, Ours>]: [ValueOf<T[K]>] extends [object] ? `${K}.${FieldsOf<ValueOf<T[K]>>}` : K;
    }[Exclude<keyof T & string, Ours>]
  : never;

/**
 * For each list, and for each field of its items: the provider's field from which the value comes. A source in
 * parentheses explains a value that we made. `null`: the provider does not have the value, so the field is always
 * empty.
 */
export type SourcesOf<Lists extends Readonly<Record<string, object>>, Source = string | null> = {
  readonly [L in keyof Lists]: Readonly<Record<FieldsOf<Lists[L]>, Source>>;
};
