// Files of banks, payroll programs and tax programs that a person sends in the widget.
import { type Static, Type } from 'typebox';
import { choice, nullable } from '#base/schema.ts';
import type { DataSource, ProductType } from '#domain/access/products.ts';
import type { ImportFormat } from '#domain/connections/import-formats.ts';
import { TaskView } from './widget.ts';

const Column = Type.Integer({ description: 'The index of a column, from 0.' });

/** How a CSV file would be read. The applicant confirms or corrects it. */
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
  /** All columns of the file: the name, which is empty if the file has no names, and the first value. */
  choices: Type.Array(Type.Object({ name: Type.String(), example: Type.String() })),
  /** The formats that the dates may have, each with its reading of \`date_example\`. */
  date_formats: Type.Array(Type.Object({ format: Type.String(), date: nullable(Type.String()) })),
  date_example: Type.String(),
  /** True if the dates may have several formats, and nothing in the file says which of them is right. */
  is_ambiguous: Type.Boolean(),
  rows: Type.Array(Type.Object({ date: nullable(Type.String()), description: Type.String(), amount: Type.String() })),
});
export type FileQuestion = Static<typeof FileQuestion>;

/** Either a question about the file, or the task that reads it. */
export const FileAnswer = Type.Object({
  question: Type.Union([FileQuestion, Type.Null()]),
  task: Type.Union([TaskView, Type.Null()]),
});
export type FileAnswer = Static<typeof FileAnswer>;

type Request = { product_type: ProductType; data_sources: readonly DataSource[] };

/** What files can verify, and which of the request's data sources they can stand for. */
const SOURCES: Partial<Record<ProductType, readonly DataSource[]>> = {
  income: ['financial_accounts', 'payroll', 'tax'],
  assets: ['financial_accounts'],
  transactions: ['financial_accounts'],
};

/** The data sources of files that can verify the product. */
export const fileSourcesFor = (product: ProductType): readonly DataSource[] => SOURCES[product] ?? [];

/**
 * The data sources whose files the applicant may send for a request. A file that a person sends proves as little as a
 * document does, so a request that accepts no documents accepts no files.
 */
export const acceptedFileSources = ({ product_type, data_sources }: Request): DataSource[] =>
  data_sources.includes('docs')
    ? fileSourcesFor(product_type).filter(
        (source) =>
          data_sources.includes(source) ||
          // Scores are computed from bank data.
          (source === 'financial_accounts' && data_sources.includes('scoring_attributes')),
      )
    : [];

/** The data sources that a file of each format can stand for. W-2s are records of payroll and tax forms. */
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
