// Types of the data that the widget exchanges with the server: the session of a bridge token, its order, and its tasks.
// The server is the source of truth; the widget only shows its data.
import type { NewCertifications } from '#domain/orders/certifications.ts';
import type { WidgetProvider } from '#domain/widget/widget.ts';
import type { UploadView } from '#domain/widget/widget-documents.ts';
import type { FileQuestion } from '#domain/widget/widget-files.ts';

export type { DataSource, ProductType } from '#domain/access/products.ts';
export type { DocumentKind } from '#domain/access/template-documents.ts';
export type { Locale } from '#domain/connections/bridge-tokens.ts';
export type { EmployerRef } from '#domain/connections/links.ts';
export type { CertificationItem, RejectionReason } from '#domain/orders/certifications.ts';
export type {
  ExistingLink,
  LandingVisit,
  Looks,
  OrderView,
  Session,
  SuborderView as Suborder,
  TaskView,
  WidgetDeposit as Deposit,
  WidgetProvider as Provider,
} from '#domain/widget/widget.ts';
export type { UploadView } from '#domain/widget/widget-documents.ts';
export type { FileAnswer, FileQuestion } from '#domain/widget/widget-files.ts';
export type UploadedFile = UploadView['files'][number];
/** The template's rule for one kind of document: how many files the applicant may and must send. */
export type DocumentRule = { min: number | null; max: number | null; required: boolean };

export type LoginField = WidgetProvider['fields'][number];
export type Decisions = NewCertifications['decisions'];

/**
 * States which column of a CSV file contains the date, which contains the amount, and so on. The server guesses the
 * values that are missing here.
 */
export type FileColumns = Partial<FileQuestion['columns']>;

export type NewTask =
  | {
      provider_id: string;
      company_mapping_id?: string;
      suborder_id?: string;
      credentials: Readonly<Record<string, string>>;
    }
  | { link_id: string; suborder_id?: string; confirm: true };
