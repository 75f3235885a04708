// The kinds of movements on a person's accounts, and the classes of kinds that attributes count.

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
  /** The first part of an attribute's name. */
  title: string;
  /** Which movements belong to the class. */
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
    'what came in from others, without moves between the person’s own accounts',
  ),
  outflow_less_transfers: paid(
    NOT_TRANSFERS,
    'Money out less transfers',
    'what went to others, without moves between the person’s own accounts',
  ),
  income: received(INCOME, 'Income', 'deposits of the streams the income engine found; no tax refunds, no cash'),
  salary: received(['salary'], 'Salary', 'deposits of streams that are pay checks'),
  benefits: received(
    ['benefits'],
    'Benefits',
    'deposits of social security, veterans’, disability, unemployment, retirement and other government streams',
  ),
  gig: received(['gig'], 'Gig work', 'deposits of platforms and of self-employment'),
  cash_in: received(['cash'], 'Cash and checks in', 'cash and checks handed in'),
  cash_out: paid(['cash'], 'Cash out', 'cash taken out'),
  housing: paid(['housing'], 'Rent and mortgage', 'payments of rent or of a mortgage'),
  loan_in: received(['loan'], 'Loan deposits', 'money lent by others than payday lenders and cash-advance apps'),
  loan_out: paid(['loan'], 'Loan payments', 'payments to lenders other than those two'),
  payday_in: received(['payday'], 'Payday lenders in', 'money lent by payday lenders'),
  payday_out: paid(['payday'], 'Payday lenders out', 'payments to payday lenders'),
  advance_in: received(['advance'], 'Cash-advance apps in', 'money advanced by apps that lend until pay day'),
  advance_out: paid(['advance'], 'Cash-advance apps out', 'payments to apps that lend until pay day'),
  card: paid(['card'], 'Card payments', 'payments of credit cards'),
  utility: paid(['utility'], 'Utilities', 'power, gas, water, telephone and internet'),
  subscription: paid(['subscription'], 'Subscriptions', 'what is paid by subscription'),
  bill: paid(BILLS, 'Bills', 'rent, mortgage, utilities, cards, loans and subscriptions'),
  gambling: paid(['gambling'], 'Gambling', 'stakes at lotteries, casinos and betting sites'),
  crypto: paid(['crypto'], 'Crypto', 'payments to exchanges of crypto-currencies'),
  fee: paid(['fee'], 'Fees', 'what the bank charged, as charged: what it gave back later is not taken off'),
} as const satisfies Record<string, Class>;
export type ClassName = keyof typeof CLASSES;
