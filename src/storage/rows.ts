// Words that several statements share.

/**
 * Two rows belong to the same owner, said so that no index can be used for it. Before the database has counted a table,
 * it takes the client for as good a way to a row as its id, and reads all rows of the client.
 */
export const sameAs = (one: string, other: string, ...further: string[]) => {
  const columns = ['client_id', 'environment', ...further];
  const row = (name: string) => `(${columns.map((column) => `${name}.${column}`).join(', ')})`;
  return `${row(one)} is not distinct from ${row(other)}`;
};
