// Income from property and from other people: rent, interest, dividends, support, cash.
import { addDays } from '#base/calendar.ts';
import type { OpenAccount } from './ledger.ts';
import { achDeposits, around, cents, type Life, newSender, someDays } from './life.ts';
import { inFull, newName, TOWNS } from './names.ts';
import { onBusinessDay, onDays, payDates, quarterly, type Schedule } from './schedules.ts';

/**
 * Rent. A tenant pays by hand, on the first of the month or up to four days later; a platform or manager pays on a
 * fixed day.
 */
export function rent(life: Life): void {
  const { random, ledger, main } = life;
  const dollars = Math.round(random.between(650, 2_900) / 25) * 25;
  if (random.chance(0.55)) {
    const tenant = inFull(newName(random));
    const note = random.pick(['rent', 'Rent', 'RENT', 'monthly rent', 'rent unit 2', 'July rent']);
    const schedule = onDays([1], 'none');
    const paid = payDates(schedule, ledger.from, ledger.until).map((date) => ({
      date: addDays(
        date,
        random.weighted([
          [55, 0],
          [20, 1],
          [15, 2],
          [10, 4],
        ]),
      ),
      cents: cents(dollars),
    }));
    const says = main.bank.zelle('A B', 'rent', '000000000000').includes('rent');
    // If the bank does not show the payment's note, rent can be recognised only by its regularity, and it looks like
    // regular support from another person.
    const deposits = paid.map((one) => ({ ...one, text: main.bank.zelle(tenant, note, random.digits(12)) }));
    ledger.income(
      {
        name: `rent by Zelle${says ? '' : ', no note shown'}`,
        account: main,
        category: says ? 'RENTAL' : 'TRANSFER',
        also_right: says ? [] : ['RENTAL'],
        schedule,
        is_unpunctual: true,
      },
      deposits,
    );
    return;
  }
  const [company, entry] = random.pick([
    ['AVAIL', 'RENT PAYMT'],
    ['TURBOTENANT', 'RENT PMT'],
    ['ZILLOW RENTALS', 'RENT'],
    ['APPFOLIO INC', 'OWNER DIST'],
    ['RENTREDI INC', 'RENT'],
    ['ROOST PROP MGMT', 'OWNERDRAW'],
  ] as const);
  const schedule = onDays([random.pick([5, 8, 10])], 'next');
  const wobble = entry.startsWith('OWNER') ? 0.06 : 0;
  const paid = payDates(schedule, ledger.from, ledger.until).map((date) => ({
    date,
    cents: around(random, cents(dollars), wobble),
  }));
  ledger.income(
    { name: `${company} ${entry}`, account: main, category: 'RENTAL', schedule },
    achDeposits(main, newSender(life, company, entry), paid),
  );
}

/**
 * Payouts from a rental platform for guests' stays. The payouts are irregular. The categories gig income and
 * self-employment are accepted as correct too.
 */
export function guests(life: Life): void {
  const { random, ledger, main } = life;
  const paid = someDays(random, ledger.from, ledger.until, random.between(2, 6)).map((date) => ({
    date,
    cents: around(random, cents(random.between(140, 620)), 0.2),
  }));
  const sender = newSender(life, 'AIRBNB PAYMENTS', 'AIRBNB');
  ledger.income(
    {
      name: 'AIRBNB guests',
      account: main,
      category: 'RENTAL',
      also_right: ['GIG_ECONOMY', 'SELF_EMPLOYMENT'],
      schedule: null,
    },
    achDeposits(main, sender, paid),
  );
}

export function interest(life: Life, account: OpenAccount): void {
  const { random, ledger } = life;
  const schedule: Schedule = random.pick([
    onDays([31], 'none'),
    onBusinessDay('last'),
    onDays([random.int(5, 25)], 'none'),
  ]);
  const usual = random.chance(0.5) ? random.between(0.05, 2) : random.between(3, 90);
  const deposits = payDates(schedule, ledger.from, ledger.until).map((date) => ({
    date,
    cents: Math.max(around(random, cents(usual), 0.06), 1),
    text: account.bank.interest,
  }));
  ledger.income(
    { name: `interest ${schedule.frequency}`, account, category: 'INTEREST_DIVIDENDS', schedule },
    deposits,
  );
}

/** Adds dividends. Most companies and funds pay dividends quarterly. */
export function dividends(life: Life): void {
  const { random, ledger, main } = life;
  // If the person already has interest or dividends, the payer comes from a second list, so that the second stream has
  // a different payer.
  const payers = ledger.has('INTEREST_DIVIDENDS') ? MORE_DIVIDENDS : DIVIDENDS;
  const [company, entry] = random.pick(payers);
  const schedule = quarterly(random.int(8, 27), random.int(0, 2));
  const usual = cents(random.between(30, 900));
  const paid = payDates(schedule, ledger.from, ledger.until).map((date) => ({
    date,
    cents: around(random, usual, 0.05),
  }));
  ledger.income(
    { name: `${company} dividends`, account: main, category: 'INTEREST_DIVIDENDS', schedule },
    achDeposits(main, newSender(life, company, entry), paid),
  );
}

type Payer = readonly [company: string, entry: string];
const DIVIDENDS: readonly Payer[] = [
  ['VANGUARD', 'DIVIDEND'],
  ['SCHWAB BROKERAGE', 'DIVIDEND'],
];
const MORE_DIVIDENDS: readonly Payer[] = [
  ['COMPUTERSHARE', 'DIVIDEND'],
  ['EQUINITI TRUST', 'DIV PAYMNT'],
];

/**
 * Cash from tips and from jobs that are paid in cash. The person deposits the cash at an ATM on several days a month.
 */
export function cashDeposits(life: Life): void {
  const { random, ledger, main } = life;
  const usual = cents(random.between(60, 480));
  const place = random.pick(TOWNS);
  const deposits = someDays(random, ledger.from, ledger.until, random.between(2, 7)).map((date) => ({
    date,
    cents: Math.max(Math.round(around(random, usual, 0.4) / 500) * 500, 2_000),
    text: main.bank.cash(place, random.digits(12), date),
  }));
  ledger.income({ name: 'cash deposits', account: main, category: 'CASH_DEPOSIT', schedule: null }, deposits);
}

/** A parent's monthly support: the same sender, the same amount and the same day each month. */
export function support(life: Life): void {
  const { random, ledger, main } = life;
  const from = inFull(newName(random));
  const schedule = onDays([random.int(1, 28)], 'none');
  const dollars = Math.round(random.between(150, 900) / 50) * 50;
  const deposits = payDates(schedule, ledger.from, ledger.until).map((date) => ({
    date,
    cents: cents(dollars),
    text: main.bank.zelle(from, '', random.digits(12)),
  }));
  ledger.income({ name: 'family support by Zelle', account: main, category: 'TRANSFER', schedule }, deposits);
}

export function alimony(life: Life): void {
  const { random, ledger, main } = life;
  if (!main.bank.zelle('A B', 'alimony', '000000000000').includes('alimony')) return;
  const from = inFull(newName(random));
  const notes = ['alimony', 'Alimony', 'spousal support', 'alimony payment'];
  const note = random.pick(notes);
  const is_varied = random.chance(0.2);
  const schedule = onDays([random.pick([1, 5, 15])], 'none');
  const dollars = Math.round(random.between(400, 2_400) / 50) * 50;
  const deposits = payDates(schedule, ledger.from, ledger.until).map((date) => ({
    date: addDays(
      date,
      random.weighted([
        [70, 0],
        [20, 1],
        [10, 2],
      ]),
    ),
    cents: cents(dollars),
    text: main.bank.zelle(from, is_varied ? random.pick(notes) : note, random.digits(12)),
  }));
  ledger.income(
    { name: 'alimony by Zelle', account: main, category: 'ALIMONY', schedule, is_unpunctual: true },
    deposits,
  );
}
