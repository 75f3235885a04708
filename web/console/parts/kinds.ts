// The names that the pages show for codes of the server: types of documents, signs of alteration, types of accounts and
// units of income.
import type { DocumentType } from '#domain/documents/document-types.ts';
import type { Severity, SignalCode } from '#domain/documents/fraud-signals.ts';
import type { AccountType } from '#domain/reports/financial-accounts.ts';
import type { INCOME_UNITS } from '#domain/reports/payroll.ts';
import { inBoth, type Words, wordFor } from '../words.ts';

export const DOCUMENT_WORDS = inBoth<DocumentType>(
  {
    PAYSTUB: 'Pay stub',
    W2: 'W-2',
    F1099: '1099',
    F1040: '1040',
    BANK_STATEMENT: 'Bank statement',
    INSURANCE_HOME_POLICY: 'Home insurance policy',
    INSURANCE_AUTO_POLICY: 'Car insurance policy',
    VOLUNTEER_LETTER: 'Volunteer letter',
    PASSPORT: 'Passport',
    GREEN_CARD: 'Green card',
    DRIVER_LICENSE: 'Driver’s license',
    OTHER: 'Other document',
  },
  {
    PAYSTUB: 'Recibo de pago',
    W2: 'W-2',
    F1099: '1099',
    F1040: '1040',
    BANK_STATEMENT: 'Estado de cuenta',
    INSURANCE_HOME_POLICY: 'Póliza de hogar',
    INSURANCE_AUTO_POLICY: 'Póliza de auto',
    VOLUNTEER_LETTER: 'Carta de voluntariado',
    PASSPORT: 'Pasaporte',
    GREEN_CARD: 'Tarjeta de residencia',
    DRIVER_LICENSE: 'Licencia de conducir',
    OTHER: 'Otro documento',
  },
);

export const SIGN_WORDS = inBoth<SignalCode | Severity>(
  {
    arithmetic_mismatch: 'Amounts do not add up',
    edited_after_creation: 'Edited after it was made',
    overlay: 'Drawn over',
    font_mismatch: 'Different fonts',
    employer_mismatch: 'Another employer',
    ssn_mismatch: 'Another social security number',
    editing_software: 'Made with an editor',
    template_reused: 'Same file from another person',
    image_altered: 'Altered picture',
    high: 'Strong',
    medium: 'Medium',
    low: 'Weak',
  },
  {
    arithmetic_mismatch: 'Los importes no cuadran',
    edited_after_creation: 'Editado después de hacerse',
    overlay: 'Dibujado encima',
    font_mismatch: 'Letras distintas',
    employer_mismatch: 'Otro empleador',
    ssn_mismatch: 'Otro número de seguro social',
    editing_software: 'Hecho con un editor',
    template_reused: 'El mismo archivo de otra persona',
    image_altered: 'Imagen alterada',
    high: 'Fuerte',
    medium: 'Media',
    low: 'Débil',
  },
);

export const UNIT_WORDS = inBoth<(typeof INCOME_UNITS)[number]>(
  { YEARLY: 'a year', MONTHLY: 'a month', WEEKLY: 'a week', DAILY: 'a day', HOURLY: 'an hour' },
  { YEARLY: 'al año', MONTHLY: 'al mes', WEEKLY: 'a la semana', DAILY: 'al día', HOURLY: 'por hora' },
);

export const ACCOUNT_WORDS = inBoth<AccountType>(
  {
    CHECKING: 'Checking',
    SAVINGS: 'Savings',
    CREDIT_CARD: 'Credit card',
    LOAN: 'Loan',
    LINE_OF_CREDIT: 'Line of credit',
    CHECKING_LINE_OF_CREDIT: 'Checking line of credit',
    MORTGAGE: 'Mortgage',
    INVESTMENT: 'Investment',
    CD: 'Certificate of deposit',
    OTHER: 'Other account',
  },
  {
    CHECKING: 'Corriente',
    SAVINGS: 'Ahorros',
    CREDIT_CARD: 'Tarjeta de crédito',
    LOAN: 'Préstamo',
    LINE_OF_CREDIT: 'Línea de crédito',
    CHECKING_LINE_OF_CREDIT: 'Línea de crédito en cuenta corriente',
    MORTGAGE: 'Hipoteca',
    INVESTMENT: 'Inversión',
    CD: 'Certificado de depósito',
    OTHER: 'Otra cuenta',
  },
);

type Account = { nickname?: string | null; type: string; mask: string | null };

/** The name of a bank account with the end of its number, for example `Checking ••4021`. */
export const accountName = (words: Words, { nickname, type, mask }: Account): string =>
  `${nickname ?? wordFor(words, type)}${mask === null ? '' : ` ••${mask}`}`;
