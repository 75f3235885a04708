// A provider of files. The operator chooses the name of the provider, such as "Statement upload". It is another entry
// point to the provider of imported files. A person's files always belong to the person's one link with `vouch_files`,
// so no link or task has the id of this entry.
import { Type } from 'typebox';
import { filesConnector } from '#connectors/files/connector.ts';
import { manifestOf } from '#connectors/live/entries.ts';
import type { LiveKind } from '#connectors/live/kinds.ts';

const { data_source, products, login } = filesConnector.manifest;

export const fileKind: LiveKind<object> = {
  kind: 'file',
  data_source,
  products,
  // The data of files belongs to links with `vouch_files`, and the connector of `vouch_files` names the sources itself.
  provenance: {},
  settings: Type.Object({}),
  open: (entry) => ({
    ...filesConnector,
    manifest: { ...manifestOf(entry, { data_source, login, origins: [] }), is_file: true },
  }),
  // There is no remote provider, so there is nothing to check.
  check: async () => [],
};
