// The kinds of movements on a person's accounts. Attributes count movements by class; a class is a set of kinds.

/** Every movement has exactly one kind. */
export const KINDS = [
  'salary',
  'benefits',
  'gig',
  'other_income',
  'transfer',
  'cash',
  'housing',
  'loan',
  'payday',
  'advance',
  'card',
  'utility',
  'subscription',
  'gambling',
  'crypto',
  'fee',
  'refund',
  'other',
] as const;
export type Kind = (typeof KINDS)[number];

export type Direction = 'in' | 'out';
type Class = {
  direction: Direction;
  kinds: readonly Kind[];
  /** The name of every attribute of the class begins with this title. */
  title: string;
  /** The text that says which movements belong to the class. */
  about: string;
};

const INCOME: readonly Kind[] = ['salary', 'benefits', 'gig', 'other_income'];
const NOT_TRANSFERS: readonly Kind[] = KINDS.filter((kind) => kind !== 'transfer');
const BILLS: readonly Kind[] = ['housing', 'utility', 'card', 'loan', 'subscription'];

const received = (kinds: readonly Kind[], title: string, about: string): Class => ({
  direction: 'in',
  kinds,
  title,
  about,
});
const paid = (kinds: readonly Kind[], title: string, about: string): Class => ({
  direction: 'out',
  kinds,
  title,
  about,
});

export const CLASSES = {
  inflow: received(KINDS, 'Money in', 'everything that came in'),
  outflow: paid(KINDS, 'Money out', 'everything that went out'),
  inflow_less_transfers: received(
    NOT_TRANSFERS,
    'Money in less transfers',
    'money received from others, excluding transfers between the person’s own accounts',
  ),
  outflow_less_transfers: paid(
    NOT_TRANSFERS,
    'Money out less transfers',
    'money paid to others, excluding transfers between the person’s own accounts',
  ),
  income: received(
    INCOME,
    'Income',
    'deposits from the income streams that the income engine found; excludes tax refunds and cash',
  ),
  salary: received(['salary'], 'Salary', 'deposits from paycheck streams'),
  benefits: received(
    ['benefits'],
    'Benefits',
    'deposits from Social Security, veterans’, disability, unemployment, retirement and other government streams',
  ),
  gig: received(['gig'], 'Gig work', 'deposits from gig platforms and self-employment'),
  cash_in: received(['cash'], 'Cash and check deposits', 'cash and checks deposited'),
  cash_out: paid(['cash'], 'Cash out', 'cash withdrawn'),
  housing: paid(['housing'], 'Rent and mortgage', 'rent or mortgage payments'),
  loan_in: received(['loan'], 'Loan deposits', 'money lent by lenders other than payday lenders and cash-advance apps'),
  loan_out: paid(['loan'], 'Loan payments', 'payments to lenders other than payday lenders and cash-advance apps'),
  payday_in: received(['payday'], 'Payday lender deposits', 'money lent by payday lenders'),
  payday_out: paid(['payday'], 'Payday lender payments', 'payments to payday lenders'),
  advance_in: received(
    ['advance'],
    'Cash-advance app deposits',
    'money advanced by apps that lend until the next payday',
  ),
  advance_out: paid(['advance'], 'Cash-advance app payments', 'payments to apps that lend until the next payday'),
  card: paid(['card'], 'Card payments', 'credit card payments'),
  utility: paid(['utility'], 'Utilities', 'power, gas, water, telephone and internet'),
  subscription: paid(['subscription'], 'Subscriptions', 'payments for subscriptions'),
  bill: paid(BILLS, 'Bills', 'rent, mortgage, utilities, cards, loans and subscriptions'),
  gambling: paid(['gambling'], 'Gambling', 'payments to lotteries, casinos and betting sites'),
  crypto: paid(['crypto'], 'Crypto', 'payments to cryptocurrency exchanges'),
  fee: paid(['fee'], 'Fees', 'fees charged by the bank; later refunds are not deducted'),
} as const satisfies Record<string, Class>;
export type ClassName = keyof typeof CLASSES;
