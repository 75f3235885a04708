// The response schema of an imported file: contract, section 27.4.
import {
  choice,
  count,
  each,
  id,
  integer,
  list,
  object,
  orNull,
  perhaps,
  type Shape,
  text,
  timestamp,
} from './words.ts';

const column: Shape = { anyOf: [text(), { type: 'integer', minimum: 0 }] };

/** The column map with which the file was read. Columns that the file does not have are absent. */
const columns = perhaps(object({ date: column, description: column }), {
  ...each(column, 'amount', 'debit', 'credit', 'balance', 'currency'),
  date_format: text(),
  decimal: choice('.', ','),
  sign: choice('credit_positive', 'debit_positive'),
});

export const imported = object({
  id,
  user_id: id,
  link_id: id,
  task_id: id,
  format: choice('ofx', 'qfx', 'camt053', 'mt940', 'bai2', 'csv', 'efw2', 'nacha', 'fire'),
  ...each(
    count,
    'accounts_count',
    'transactions_count',
    'new_transactions_count',
    'statements_count',
    'tax_documents_count',
  ),
  columns: orNull(columns),
  warnings: { ...list(object({ line: integer, column: integer, message: text() })), maxItems: 100 },
  created_at: timestamp,
});
