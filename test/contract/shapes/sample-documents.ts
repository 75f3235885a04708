// Sample responses of uploaded documents: contract, section 15.
import {
  collection,
  collectionInList,
  finalization,
  finalizing,
  finalizingAgain,
  linkDocument,
  notFinalized,
  reviewedDocument,
} from './documents.ts';
import { FILE, ID, type Samples, TS, under } from './sample.ts';

const SUMMARY = {
  collection_id: ID,
  id: ID,
  status: 'processed',
  created_at: TS,
  updated_at: TS,
  files_count: 1,
  documents_count: 1,
  users_count: 1,
};
const VALIDATIONS = {
  is_viable_size: true,
  is_supported_type: true,
  is_accessible: true,
  is_valid: true,
  is_readable: true,
  is_unique: true,
};
const UPLOADED_FILE = {
  file_id: ID,
  filename: 'stub.pdf',
  mime_type: 'application/pdf',
  status: 'failed',
  validations: VALIDATIONS,
  user_id: ID,
  external_user_id: 'u-1',
  file: FILE,
  error: { message: 'no_data', detail: 'No asset data was found in the document.' },
};
const DOCUMENT = {
  document_id: ID,
  file_id: ID,
  document_type: 'PAYSTUB',
  pages: [1, 2],
  user_id: ID,
  is_suspicious: true,
  review_status: 'pending',
  fraud_signals: [{ code: 'overlay', severity: 'high', page: 1, message: 'Text lies on other text.' }],
  fields: {},
  file: FILE,
};
const DOCUMENT_NULLABLE = 'user_id fraud_signals.page';
const FINALIZATION = {
  status: 'done',
  message: 'Collection finalization completed',
  product_type: 'income',
  link_id: ID,
  task_id: ID,
  results: [{ user_id: ID, link_id: ID, task_id: ID, status: 'no_data', error_message: 'No data.' }],
  completed_at: TS,
};

export const DOCUMENT_SAMPLES: Samples = {
  'collection in the list (15.2)': { shape: collectionInList, value: SUMMARY, nullable: '' },
  'Collection (15.2)': {
    shape: collection,
    value: {
      ...SUMMARY,
      uploaded_files: [UPLOADED_FILE],
      documents: [DOCUMENT],
      users: [{ id: ID, external_user_id: 'u-1', first_name: 'Ines', last_name: 'Calloway', files_count: 1 }],
    },
    nullable: `${under('uploaded_files', `user_id external_user_id error ${under('validations', Object.keys(VALIDATIONS).join(' '))}`)}
      ${under('documents', DOCUMENT_NULLABLE)} ${under('users', 'external_user_id first_name last_name')}`,
  },
  'reviewed document (15.5)': {
    shape: reviewedDocument,
    value: { ...DOCUMENT, collection_id: ID },
    nullable: DOCUMENT_NULLABLE,
  },
  'finalising, started (15.1)': {
    shape: finalizing,
    value: { status: 'finalizing', message: 'Collection finalization started' },
    nullable: '',
  },
  'finalising, repeated (15.3)': {
    shape: finalizingAgain,
    value: { status: 'done', message: 'Collection finalization completed' },
    nullable: '',
  },
  'finalising (15.4)': {
    shape: finalization,
    value: FINALIZATION,
    nullable: 'link_id task_id results.error_message completed_at',
  },
  'finalising, not requested (15.4)': {
    shape: notFinalized,
    value: { ...FINALIZATION, status: 'created', link_id: null, task_id: null, results: [], completed_at: null },
    nullable: 'product_type link_id task_id completed_at',
  },
  'LinkDocument (15.6)': {
    shape: linkDocument,
    value: {
      id: ID,
      document_type: 'PAYSTUB',
      filename: 'stub.pdf',
      mime_type: 'application/pdf',
      file: FILE,
      md5sum: ID,
      is_suspicious: false,
      review_status: 'not_required',
      created_at: TS,
    },
    nullable: '',
  },
};
