// Names of the kinds in reports: units of income, pay calendars, and fields without data.
import type { INCOME_UNITS } from '#domain/reports/payroll.ts';
import { inBoth, type Words, wordFor } from '../../words.ts';

export const UNIT_WORDS = inBoth<(typeof INCOME_UNITS)[number]>(
  { YEARLY: 'a year', MONTHLY: 'a month', WEEKLY: 'a week', DAILY: 'a day', HOURLY: 'an hour' },
  { YEARLY: 'al año', MONTHLY: 'al mes', WEEKLY: 'a la semana', DAILY: 'al día', HOURLY: 'por hora' },
);

export const CALENDAR_WORDS = inBoth<string>(
  {
    daily: 'Every day',
    weekly: 'Every week',
    biweekly: 'Every two weeks',
    four_weekly: 'Every four weeks',
    semi_monthly: 'Twice a month',
    monthly: 'Every month',
    monthly_weekday: 'Every month, on a weekday',
    quarterly: 'Every quarter',
    semi_annual: 'Twice a year',
    annual: 'Every year',
  },
  {
    daily: 'Cada día',
    weekly: 'Cada semana',
    biweekly: 'Cada dos semanas',
    four_weekly: 'Cada cuatro semanas',
    semi_monthly: 'Dos veces al mes',
    monthly: 'Cada mes',
    monthly_weekday: 'Cada mes, en un día de la semana',
    quarterly: 'Cada trimestre',
    semi_annual: 'Dos veces al año',
    annual: 'Cada año',
  },
);

export const MISSING_WORDS = inBoth<string>(
  {
    start_date: 'start date',
    end_date: 'end date',
    income: 'income',
    income_unit: 'unit of income',
    pay_rate: 'pay rate',
    pay_frequency: 'pay frequency',
    job_type: 'type of job',
    original_hire_date: 'first hire date',
    external_last_updated: 'date of the last update',
    manager_name: 'manager',
    'company.address': 'address of the employer',
    'company.phone': 'phone of the employer',
    'company.ein': 'EIN of the employer',
    profile: 'personal details',
    'profile.first_name': 'first name',
    'profile.last_name': 'last name',
    'profile.full_name': 'full name',
    'profile.middle_initials': 'middle initials',
    'profile.email': 'e-mail address',
    'profile.phone': 'phone',
    'profile.ssn': 'social security number',
    'profile.date_of_birth': 'date of birth',
    'profile.home_address': 'home address',
    statements: 'pay statements',
    bank_accounts: 'bank accounts',
    w2s: 'W-2 forms',
  },
  {
    start_date: 'fecha de inicio',
    end_date: 'fecha de fin',
    income: 'ingreso',
    income_unit: 'unidad del ingreso',
    pay_rate: 'tarifa de pago',
    pay_frequency: 'frecuencia de pago',
    job_type: 'tipo de empleo',
    original_hire_date: 'primera contratación',
    external_last_updated: 'fecha de la última actualización',
    manager_name: 'jefe',
    'company.address': 'dirección del empleador',
    'company.phone': 'teléfono del empleador',
    'company.ein': 'EIN del empleador',
    profile: 'datos personales',
    'profile.first_name': 'nombre',
    'profile.last_name': 'apellido',
    'profile.full_name': 'nombre completo',
    'profile.middle_initials': 'iniciales',
    'profile.email': 'correo electrónico',
    'profile.phone': 'teléfono',
    'profile.ssn': 'número de seguro social',
    'profile.date_of_birth': 'fecha de nacimiento',
    'profile.home_address': 'domicilio',
    statements: 'recibos de pago',
    bank_accounts: 'cuentas bancarias',
    w2s: 'formularios W-2',
  },
);

/** The fields without data in words. A field that has no word is shown without its path. */
export const missingText = (words: Words, fields: readonly string[]): string =>
  fields
    .map((field) => (Object.hasOwn(words, field) ? wordFor(words, field) : field.replaceAll(/[._]/g, ' ')))
    .join(', ');
