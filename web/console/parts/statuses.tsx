// The statuses of orders, suborders and tasks as coloured badges with names.
import { Badge, Nothing, type Tone } from '../../shared/parts/marks.tsx';
import { inBoth, useWords, wordFor } from '../words.ts';

const TONES: Readonly<Record<string, Tone>> = {
  completed: 'good',
  done: 'good',
  success: 'good',
  delivered: 'good',
  cleared: 'good',
  successful: 'good',
  pending: 'busy',
  sent: 'busy',
  new: 'busy',
  login: 'busy',
  mfa: 'busy',
  parse: 'busy',
  full_parse: 'busy',
  switch_deposit: 'busy',
  processing: 'busy',
  waiting: 'busy',
  expired: 'warn',
  skipped: 'calm',
  canceled: 'calm',
  no_data: 'warn',
};

/**
 * Returns the colour of a status. A status that is not in the table, for example `login_error`, `unavailable`, `dead`
 * or `confirmed`, is shown as a failure.
 */
export const toneOf = (status: string): Tone => TONES[status] ?? 'bad';

export const STATUS_WORDS = inBoth<string>(
  {
    pending: 'Pending',
    sent: 'Sent',
    completed: 'Completed',
    error: 'Error',
    no_data: 'No data',
    expired: 'Expired',
    skipped: 'Skipped',
    canceled: 'Canceled',
    new: 'New',
    login: 'Signing in',
    mfa: 'Second factor',
    parse: 'Reading',
    full_parse: 'Reading the rest',
    switch_deposit: 'Switching deposit',
    done: 'Done',
    login_error: 'Login refused',
    mfa_error: 'Wrong code',
    config_error: 'Set-up problem',
    account_locked: 'Account locked',
    unavailable: 'Provider down',
    unable_to_reset: 'Reset impossible',
    not_supported: 'Not supported',
    processing: 'Processing',
    success: 'Ready',
    cleared: 'Cleared',
    confirmed: 'Confirmed',
    waiting: 'Waiting',
    delivered: 'Delivered',
    dead: 'Given up',
  },
  {
    pending: 'Pendiente',
    sent: 'Enviada',
    completed: 'Completada',
    error: 'Error',
    no_data: 'Sin datos',
    expired: 'Vencida',
    skipped: 'Omitida',
    canceled: 'Cancelada',
    new: 'Nueva',
    login: 'Iniciando sesión',
    mfa: 'Segundo factor',
    parse: 'Leyendo',
    full_parse: 'Leyendo el resto',
    switch_deposit: 'Cambiando depósito',
    done: 'Lista',
    login_error: 'Acceso rechazado',
    mfa_error: 'Código incorrecto',
    config_error: 'Problema de configuración',
    account_locked: 'Cuenta bloqueada',
    unavailable: 'Proveedor caído',
    unable_to_reset: 'No se puede restablecer',
    not_supported: 'No compatible',
    processing: 'Procesando',
    success: 'Listo',
    cleared: 'Aprobado',
    confirmed: 'Confirmado',
    waiting: 'En espera',
    delivered: 'Entregado',
    dead: 'Abandonado',
  },
);

export function Status({ of }: { of: string | null | undefined }) {
  const words = useWords(STATUS_WORDS);
  if (of === null || of === undefined) return <Nothing />;
  return <Badge tone={toneOf(of)}>{wordFor(words, of)}</Badge>;
}

export const PRODUCT_WORDS = inBoth<string>(
  {
    income: 'Income',
    employment: 'Employment',
    deposit_switch: 'Deposit switch',
    pll: 'Paycheck loan',
    insurance: 'Insurance',
    transactions: 'Transactions',
    assets: 'Assets',
    admin: 'Payroll administration',
    payroll: 'Payroll',
    docs: 'Documents',
    financial_accounts: 'Bank',
    tax: 'Tax',
    scoring_attributes: 'Scoring',
  },
  {
    income: 'Ingresos',
    employment: 'Empleo',
    deposit_switch: 'Cambio de depósito',
    pll: 'Préstamo sobre nómina',
    insurance: 'Seguro',
    transactions: 'Transacciones',
    assets: 'Activos',
    admin: 'Administración de nómina',
    payroll: 'Nómina',
    docs: 'Documentos',
    financial_accounts: 'Banco',
    tax: 'Impuestos',
    scoring_attributes: 'Puntuación',
  },
);

export function Products({ of }: { of: readonly string[] }) {
  const words = useWords(PRODUCT_WORDS);
  return <>{of.map((product) => wordFor(words, product)).join(', ')}</>;
}
