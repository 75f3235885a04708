// A provider of files under a name of the operator's own, such as "Statement upload". It is a second way to the provider of
// imported files: the files become the person's one link with `vouch_files`, so no link or task has the id of the entry.
import { Type } from 'typebox';
import { filesConnector } from '#connectors/files/connector.ts';
import { manifestOf } from '#connectors/live/entries.ts';
import type { LiveKind } from '#connectors/live/kinds.ts';

const { data_source, products, login } = filesConnector.manifest;

export const fileKind: LiveKind<object> = {
  kind: 'file',
  data_source,
  products,
  provenance: {},
  settings: Type.Object({}),
  open: (entry) => ({
    ...filesConnector,
    manifest: { ...manifestOf(entry, { data_source, login, origins: [] }), is_file: true },
  }),
  // The file says nothing that could be wrong at a provider.
  check: async () => [],
};
