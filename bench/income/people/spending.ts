// Outgoing payments: cards, bills, rent and fees. They are not income, but real accounts contain them too.
import { cents, type Life, someDays } from './life.ts';
import { MERCHANTS, TOWNS } from './names.ts';
import { onDays, payDates } from './schedules.ts';

export function spending(life: Life): void {
  const { random, ledger, main, card } = life;
  // An adult makes about 46 payments a month. The range goes up to 100, because an account that a couple shares has
  // more payments.
  const per_month = random.between(30, 100);
  for (const date of someDays(random, ledger.from, ledger.as_of, per_month)) purchase(life, date);
  housing(life);
  if (card !== null) cardPayments(life, card);
  if (random.chance(0.25)) {
    for (const date of someDays(random, ledger.from, ledger.as_of, 0.5))
      ledger.debit(main, date, 3_500, 'OVERDRAFT FEE');
  }
}

export function purchase({ random, ledger, main, card }: Life, date: string): void {
  const [merchant, low, high] = random.pick(MERCHANTS);
  const account = card !== null && random.chance(0.4) ? card : main;
  ledger.debit(account, date, random.int(low, high), account.bank.purchase(merchant, random.pick(TOWNS), date));
}

function housing({ random, ledger, main }: Life): void {
  const [text, day] = random.pick([
    ['PINECREST APARTMENTS WEB PMTS', 1],
    ['LOANCARE SERV MTG PYMT', 3],
    ['Zelle payment to LANDLORD for rent', 1],
  ] as const);
  const amount = cents(random.between(600, 2_600));
  for (const date of payDates(onDays([day], 'next'), ledger.from, ledger.as_of)) ledger.debit(main, date, amount, text);
}

/** Adds credit card payments. Each payment is a debit on the main account and a credit on the card's account. */
function cardPayments({ random, ledger, main }: Life, card: NonNullable<Life['card']>): void {
  for (const date of payDates(onDays([random.int(3, 27)], 'next'), ledger.from, ledger.as_of)) {
    const amount = cents(random.between(150, 1_400));
    ledger.debit(main, date, amount, `CARD SERVICES CRCARDPMT ${card.mask}`);
    ledger.notIncome(
      'card payment',
      card,
      date,
      amount,
      random.pick(['PAYMENT THANK YOU', 'AUTOPAY PAYMENT - THANK YOU', 'ONLINE PAYMENT RECEIVED']),
    );
  }
}
