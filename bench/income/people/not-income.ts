// Credits that are not income: the person's own money, loans, refunds, or a friend's share of a bill.
import { addDays } from '#base/calendar.ts';
import { around, cents, type Life, newSender, someBankDays, someDays } from './life.ts';
import { inFull, MERCHANTS, newName } from './names.ts';
import { onDays, payDates } from './schedules.ts';

type Part = (life: Life) => void;

/**
 * The kinds of credits that are not income or cannot be judged. Each kind has the percentage of people who receive such
 * credits.
 */
export const NOT_INCOME: readonly (readonly [percent: number, part: Part])[] = [
  [55, ownTransfers],
  [12, transfersFromElsewhere],
  [35, friends],
  [12, advances],
  [8, loans],
  [55, refunds],
  [6, disputes],
  [12, feeRefunds],
  [15, rewards],
  [6, brokerage],
  [5, walletCashOuts],
  [4, insuranceClaims],
  [3, gambling],
  [12, strayChecks],
];

function ownTransfers(life: Life): void {
  const { random, ledger, main, savings, second } = life;
  const other = savings ?? second;
  if (other === null) return;
  const is_regular = random.chance(0.5);
  const dollars = random.pick([25, 50, 100, 150, 200]);
  const days = is_regular
    ? payDates(onDays([random.int(1, 28)], 'next'), ledger.from, ledger.as_of)
    : someDays(random, ledger.from, ledger.as_of, 1.5);
  const nameOf = ({ type, mask }: typeof main): string => `${type === 'SAVINGS' ? 'SAV' : 'CHK'} ...${mask}`;
  for (const date of days) {
    const back = !is_regular && random.chance(0.4);
    const [from, to] = back ? [other, main] : [main, other];
    const amount = cents(is_regular ? dollars : random.int(2, 60) * 10);
    const number = random.digits(12);
    ledger.debit(from, date, amount, from.bank.transferOut(nameOf(to), number));
    const arrives = addDays(date, from.bank === to.bank ? 0 : random.int(0, 2));
    ledger.notIncome('own transfer', to, arrives, amount, to.bank.transferIn(nameOf(from), number));
  }
}

/**
 * Adds transfers from the person's account at another bank. That account is not connected. Only the descriptions of the
 * transfers show that the money is the person's own.
 */
function transfersFromElsewhere(life: Life): void {
  const { random, ledger, main } = life;
  const mask = random.digits(4);
  const sender = random.pick([
    newSender(life, 'ALLY BANK', '$TRANSFER'),
    newSender(life, 'CAPITAL ONE N.A.', 'TRANSFER'),
    newSender(life, 'DISCOVER BANK', 'ETRANSFER'),
    newSender(life, 'AMEX BANK', 'TRANSFER'),
    null,
  ]);
  for (const date of someBankDays(random, ledger.from, ledger.as_of, 1)) {
    const text =
      sender === null ? main.bank.transferIn(`SAV ...${mask}`, random.digits(12)) : main.bank.ach(sender, date);
    ledger.notIncome('transfer from own account elsewhere', main, date, cents(random.int(2, 80) * 25), text);
  }
}

function friends(life: Life): void {
  const { random, ledger, main } = life;
  const people = Array.from({ length: random.int(1, 4) }, () => inFull(newName(random)));
  for (const [at, friend] of people.entries()) {
    for (const date of someDays(random, ledger.from, ledger.as_of, at === 0 ? 1 : 0.3)) {
      const note = random.pick(['dinner', 'thanks', 'tickets', 'gas', 'half the groceries', '']);
      const amount = cents(random.chance(0.5) ? random.int(1, 12) * 5 : random.between(6, 95));
      ledger.notIncome('friend', main, date, amount, main.bank.zelle(friend, note, random.digits(12)));
    }
  }
}

/**
 * Adds cash advances: small loans for the time until pay day. They are repaid after 5 to 14 days, in most cases with a
 * tip.
 */
function advances(life: Life): void {
  const { random, ledger, main } = life;
  const [company, entry] = random.pick([
    ['EARNIN', 'TRANSFER'],
    ['DAVE INC', 'EXTRACASH'],
    ['BRIGIT', 'ADVANCE'],
    ['KLOVER HOLDINGS', 'KLOVER APP'],
    ['MONEYLION', 'INSTACASH'],
    ['ALBERT INSTANT', 'ALBERT'],
    ['EMPOWER FINANCE', 'CASH ADV'],
  ] as const);
  const sender = newSender(life, company, entry);
  // A quarter of the people with cash advances get all of them on the debit card. On the bank statement, an advance on
  // the debit card looks like a shop's refund.
  const to_card = random.chance(0.25);
  for (const date of someBankDays(random, ledger.from, ledger.as_of, random.between(0.8, 3))) {
    const amount = cents(random.pick([25, 50, 75, 100, 150, 250]));
    const text = to_card ? `POS Credit Adjustment ${company} Mountain View CA` : main.bank.ach(sender, date);
    ledger.notIncome('cash advance', main, date, amount, text);
    const back = addDays(date, random.int(5, 14));
    ledger.debit(main, back, amount + cents(random.pick([0, 2, 3.99, 5])), main.bank.ach(sender, back));
  }
}

function loans(life: Life): void {
  const { random, ledger, main } = life;
  const [company, entry] = random.pick([
    ['UPSTART NETWORK', 'LOAN FUNDS'],
    ['LENDINGCLUB BANK', 'LOAN'],
    ['SOFI LENDING', 'LOAN PROC'],
    ['BEST EGG', 'LOAN DISB'],
    ['ONEMAIN FIN', 'LOAN'],
    ['SPEEDY CASH', 'LOAN ADV'],
    ['OPPLOANS', 'FUNDING'],
  ] as const);
  const sender = newSender(life, company, entry);
  const taken = someBankDays(random, ledger.from, ledger.as_of, 0.15).slice(0, 2);
  for (const date of taken) {
    const amount = cents(random.int(5, 120) * 100);
    ledger.notIncome('loan', main, date, amount, main.bank.ach(sender, date));
    for (const due of payDates(onDays([random.int(1, 28)], 'next'), addDays(date, 20), ledger.as_of)) {
      ledger.debit(main, due, Math.round(amount / 30), main.bank.ach({ ...sender, entry: 'LOAN PMT' }, due));
    }
  }
}

function refunds({ random, ledger, main, card }: Life): void {
  for (const date of someDays(random, ledger.from, ledger.as_of, 0.5)) {
    const [merchant, low, high] = random.pick(MERCHANTS);
    const account = card !== null && random.chance(0.5) ? card : main;
    ledger.notIncome('refund', account, date, random.int(low, high), account.bank.refund(merchant, date));
  }
}

function disputes({ random, ledger, main }: Life): void {
  for (const date of someDays(random, ledger.from, ledger.as_of, 0.2)) {
    const text = random.pick([
      'PROVISIONAL CREDIT DISPUTE 88213',
      'Claim Credit - Card Dispute',
      'CHARGEBACK CREDIT VISA',
      'FRAUD CLAIM TEMPORARY CREDIT',
    ]);
    ledger.notIncome('chargeback', main, date, cents(random.between(20, 480)), text);
  }
}

function feeRefunds({ random, ledger, main }: Life): void {
  for (const date of someDays(random, ledger.from, ledger.as_of, 0.3)) {
    ledger.notIncome('fee refund', main, date, cents(random.pick([12, 27, 34, 35, 36])), main.bank.fee_refund);
  }
}

function rewards({ random, ledger, main, card }: Life): void {
  const account = card ?? main;
  const text = random.pick([
    'CASH REWARDS REDEMPTION',
    'CASHBACK BONUS REDEMPTION',
    'Cash Back Reward Deposit',
    'CREDIT CARD CASHBACK',
  ]);
  for (const date of someDays(random, ledger.from, ledger.as_of, 0.6)) {
    ledger.notIncome('card reward', account, date, cents(random.between(10, 85)), text);
  }
}

function brokerage(life: Life): void {
  const { random, ledger, main } = life;
  const sender = random.pick([
    newSender(life, 'ROBINHOOD', 'FUNDS'),
    newSender(life, 'COINBASE INC.', 'COINBASE'),
    newSender(life, 'SCHWAB BROKERAGE', 'MONEYLINK'),
    newSender(life, 'FID BKG SVC LLC', 'MONEYLINE'),
  ]);
  for (const date of someBankDays(random, ledger.from, ledger.as_of, 0.5)) {
    ledger.notIncome('out of a brokerage', main, date, cents(random.int(1, 60) * 50), main.bank.ach(sender, date));
  }
}

function walletCashOuts(life: Life): void {
  const { random, ledger, main } = life;
  const sender = random.pick([
    newSender(life, 'VENMO', 'CASHOUT'),
    newSender(life, 'PAYPAL', 'TRANSFER'),
    newSender(life, 'CASH APP', 'CASH OUT'),
  ]);
  for (const date of someBankDays(random, ledger.from, ledger.as_of, 1)) {
    ledger.notIncome('out of a wallet', main, date, cents(random.between(10, 240)), main.bank.ach(sender, date));
  }
}

function insuranceClaims(life: Life): void {
  const { random, ledger, main } = life;
  const sender = random.pick([
    newSender(life, 'GEICO', 'CLAIM PMT'),
    newSender(life, 'STATE FARM RO 27', 'CLAIM'),
    newSender(life, 'PROGRESSIVE', 'CLAIMS PAY'),
  ]);
  for (const date of someBankDays(random, ledger.from, ledger.as_of, 0.1).slice(0, 2)) {
    ledger.notIncome('insurance claim', main, date, cents(random.between(300, 7_000)), main.bank.ach(sender, date));
  }
}

function gambling({ random, ledger, main }: Life): void {
  const text = random.pick(['VISA DIRECT DRAFTKINGS WITHDRAWAL', 'FANDUEL SPORTSBOOK PAYOUT', 'BETMGM WITHDRAWAL']);
  for (const date of someDays(random, ledger.from, ledger.as_of, 1.2)) {
    ledger.debit(
      main,
      addDays(date, -3),
      cents(random.int(2, 20) * 10),
      text.replace('WITHDRAWAL', 'DEPOSIT').replace('PAYOUT', 'WAGER'),
    );
    ledger.notIncome('gambling', main, date, around(random, 9_000, 0.5), text);
  }
}

/** Occasional checks, for a birthday, a sold bicycle or a small job. It cannot be judged whether they are income. */
function strayChecks({ random, ledger, main }: Life): void {
  for (const date of someDays(random, ledger.from, ledger.as_of, 0.4)) {
    ledger.open(main, date, cents(random.between(20, 700)), main.bank.check(random.digits(12)));
  }
}
