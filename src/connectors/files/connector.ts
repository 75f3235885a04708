// The provider of imported files. A client imported the files for the person, or the person sent them in the widget.
// The files take the place of an account, and the records in them are the data.
import { type FetchRequest, type ImportedFiles, ProviderFailure } from '#connectors/contract.ts';
import { storedFilesConnector } from '#connectors/stored-files.ts';
import { listsOf } from '#domain/reports/provenance.ts';
import { firstData, restOfData } from './link-data.ts';
import { provenanceOf } from './provenance.ts';

function filesOf({ imports }: FetchRequest): ImportedFiles {
  if (imports === undefined || imports.heads.length === 0)
    throw new ProviderFailure('no_data', 'No file was imported for this person.');
  return imports;
}

/** Returns the sources of all fields, for the formats of the person's files. */
const sourcesIn = (request: FetchRequest) => ({ provenance: listsOf(provenanceOf(filesOf(request).heads)) });

export const FILES_PROVIDER_ID = 'vouch_files';

/**
 * Search terms for people who have a file. No term contains "bank" or begins like the name of a bank, because people
 * who type such a name are looking for their bank.
 */
const NAMES = [
  'File',
  'Statement file',
  'Payroll file',
  'Download',
  'Archivo',
  'OFX',
  'QFX',
  'Quicken',
  'CSV',
  'camt.053',
  'BAI2',
  'NACHA',
  'EFW2',
];

export const filesConnector = storedFilesConnector({
  id: FILES_PROVIDER_ID,
  name: 'Imported files',
  data_source: 'financial_accounts',
  products: ['transactions', 'assets', 'income'],
  environments: ['prod', 'sandbox'],
  also_known_as: NAMES,
  is_file: true,
  missing_user: 'The user of the files is missing.',
  first: (request, today) => ({
    ...firstData(filesOf(request), request.link_id, today),
    ...sourcesIn(request),
  }),
  rest: async (request, today) => ({
    ...(await restOfData(filesOf(request), request.link_id, today)),
    ...sourcesIn(request),
  }),
});
