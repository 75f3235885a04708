// Files from banks, payroll programs and tax programs that a person sends in the widget.
import { type Static, Type } from 'typebox';
import { choice, nullable } from '#base/schema.ts';
import type { DataSource, ProductType } from '#domain/access/products.ts';
import type { ImportFormat } from '#domain/connections/import-formats.ts';
import { TaskView } from './widget.ts';

const Column = Type.Integer({ description: 'The index of a column, from 0.' });

/** The way in which the service would read a CSV file. The applicant confirms or corrects the columns and formats. */
const FileQuestion = Type.Object({
  columns: Type.Object({
    date: Column,
    description: Column,
    amount: nullable(Column),
    debit: nullable(Column),
    credit: nullable(Column),
    date_format: Type.String(),
    decimal: choice(['.', ',']),
    sign: choice(['credit_positive', 'debit_positive']),
  }),
  /**
   * All columns of the file, each with its name and its first value. The name is empty if the file has no column names.
   */
  choices: Type.Array(Type.Object({ name: Type.String(), example: Type.String() })),
  /** The formats that the dates may have. `date` is the value of `date_example` if it is read in this format. */
  date_formats: Type.Array(Type.Object({ format: Type.String(), date: nullable(Type.String()) })),
  date_example: Type.String(),
  /** True if the dates may have several formats and the file does not show which format is correct. */
  is_ambiguous: Type.Boolean(),
  rows: Type.Array(Type.Object({ date: nullable(Type.String()), description: Type.String(), amount: Type.String() })),
});
export type FileQuestion = Static<typeof FileQuestion>;

/** The response to a sent file: either a question about the file, or the task that reads the file. */
export const FileAnswer = Type.Object({
  question: Type.Union([FileQuestion, Type.Null()]),
  task: Type.Union([TaskView, Type.Null()]),
});
export type FileAnswer = Static<typeof FileAnswer>;

type Request = { product_type: ProductType; data_sources: readonly DataSource[] };

/** The products that can be verified with files. For each product, the data sources that such files can replace. */
const SOURCES: Partial<Record<ProductType, readonly DataSource[]>> = {
  income: ['financial_accounts', 'payroll', 'tax'],
  assets: ['financial_accounts'],
  transactions: ['financial_accounts'],
};

/** The data sources whose files can verify the product. */
export const fileSourcesFor = (product: ProductType): readonly DataSource[] => SOURCES[product] ?? [];

/**
 * The data sources whose files the applicant may send for a request. A file that a person sends is no stronger proof
 * than a document, so a request that accepts no documents accepts no files either.
 */
export const acceptedFileSources = ({ product_type, data_sources }: Request): DataSource[] =>
  data_sources.includes('docs')
    ? fileSourcesFor(product_type).filter(
        (source) =>
          data_sources.includes(source) ||
          // Scores are computed from bank data, so a request for scores accepts files from banks.
          (source === 'financial_accounts' && data_sources.includes('scoring_attributes')),
      )
    : [];

/**
 * For each file format, the data sources that such a file can replace. A W-2 belongs to payroll data and also to tax
 * forms.
 */
const SOURCES_OF_FORMAT: Record<ImportFormat, readonly DataSource[]> = {
  ofx: ['financial_accounts'],
  qfx: ['financial_accounts'],
  camt053: ['financial_accounts'],
  mt940: ['financial_accounts'],
  bai2: ['financial_accounts'],
  csv: ['financial_accounts'],
  nacha: ['payroll'],
  efw2: ['payroll', 'tax'],
  fire: ['tax'],
};

export const isAcceptedFormat = (format: ImportFormat, sources: readonly DataSource[]): boolean =>
  SOURCES_OF_FORMAT[format].some((source) => sources.includes(source));
