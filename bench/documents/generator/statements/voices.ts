// The descriptions that banks print for transactions. A voice is the wording of one bank's core system.
import type { Random } from '../sample.ts';
import { printed } from './formats.ts';
import { billerOf, digitsOf, placeOf, shopOf } from './parties.ts';

export type Voice = {
  payroll(employer: string, person: string, number: string): string;
  transferIn(number: string): string;
  transferOut(number: string): string;
  checkDeposit(number: string): string;
  cashDeposit(random: Random, number: string): string;
  personIn(person: string, number: string): string;
  personOut(person: string, number: string): string;
  refund(random: Random): string;
  purchase(random: Random, date: string, number: string): string;
  bill(random: Random, person: string, number: string): string;
  atm(random: Random, number: string): string;
  check(number: string): string;
  fees: readonly string[];
  interest: string;
};

const cut = (text: string, length: number): string => text.slice(0, length).trim();
const upper = (text: string, length: number): string =>
  cut(
    text
      .toUpperCase()
      .replace(/[^A-Z0-9 &]/g, ' ')
      .replace(/ +/g, ' '),
    length,
  );
/** Puts the last name first, as payers do in ACH entries. */
const reversed = (person: string): string => {
  const words = person.split(' ');
  return upper(`${words.at(-1)} ${words[0]}`, 22);
};

export const TERSE: Voice = {
  payroll: (employer) => `${upper(employer, 16)} PAYROLL`,
  transferIn: (number) => `TRANSFER FROM SAV ${number.slice(0, 4)}`,
  transferOut: (number) => `TRANSFER TO SAV ${number.slice(0, 4)}`,
  checkDeposit: () => 'DEPOSIT',
  cashDeposit: () => 'ATM CASH DEPOSIT',
  personIn: (person) => `P2P FROM ${upper(person, 20)}`,
  personOut: (person) => `P2P TO ${upper(person, 20)}`,
  refund: (random) => `POS RETURN ${shopOf(random)}`,
  purchase: (random) => `POS ${cut(shopOf(random), 22)}`,
  bill: (random) => `ACH ${billerOf(random)}`,
  atm: (_, number) => `ATM W/D ${number.slice(0, 6)}`,
  check: (number) => `CHECK ${number}`,
  fees: ['SERVICE CHARGE', 'OVERDRAFT FEE', 'ATM FEE'],
  interest: 'INTEREST',
};

export const PLAIN: Voice = {
  payroll: (employer, _, number) => `Direct Deposit - ${employer} Payroll ${number.slice(0, 7)}`,
  transferIn: (number) => `Online transfer from savings ...${number.slice(0, 4)}`,
  transferOut: (number) => `Online transfer to savings ...${number.slice(0, 4)}`,
  checkDeposit: (number) => `Mobile deposit ref # ${number.slice(0, 8)}`,
  cashDeposit: (random) => `Cash deposit at ATM, ${placeOf(random)}`,
  personIn: (person) => `Payment received from ${person}`,
  personOut: (person) => `Payment sent to ${person}`,
  refund: (random) => `Merchant refund ${shopOf(random)}`,
  purchase: (random, date) => `Debit card purchase ${shopOf(random)} ${printed(date, 'MM/DD')}`,
  bill: (random) => `Bill payment ${billerOf(random)}`,
  atm: (random) => `ATM withdrawal ${placeOf(random)}`,
  check: (number) => `Check #${number}`,
  fees: ['Monthly maintenance fee', 'Out-of-network ATM fee', 'Returned item fee'],
  interest: 'Interest paid this period',
};

export const DETAILED: Voice = {
  payroll: (employer, person, number) =>
    `${upper(employer, 16)} DES:PAYROLL ID:XXXXX${number.slice(0, 5)} INDN:${reversed(person)} CO ID:XXXXX${number.slice(5, 10)} PPD`,
  transferIn: (number) => `Online Banking transfer from SAV ${number.slice(0, 4)} Confirmation# ${number.slice(4, 14)}`,
  transferOut: (number) => `Online Banking transfer to SAV ${number.slice(0, 4)} Confirmation# ${number.slice(4, 14)}`,
  checkDeposit: (number) => `MOBILE CHECK DEPOSIT ${number.slice(0, 10)}`,
  cashDeposit: (random, number) => `ATM #${number.slice(0, 6)} CASH DEPOSIT ${placeOf(random)}`,
  personIn: (person, number) => `Instant payment from ${person} Conf# ${number.slice(0, 9)}`,
  personOut: (person, number) => `Instant payment to ${person} for "rent" Conf# ${number.slice(0, 9)}`,
  refund: (random) => `${shopOf(random)} REFUND ${placeOf(random)}`,
  purchase: (random, date, number) =>
    `CHECKCARD ${printed(date, 'MM/DD').replace('/', '')} ${shopOf(random)} ${placeOf(random)} ${number}${digitsOf(random, 8)}`,
  bill: (random, person, number) =>
    `${billerOf(random)} DES:ONLINE PMT ID:${number.slice(0, 9)} INDN:${reversed(person)} CO ID:${number.slice(5, 14)} WEB`,
  atm: (random, number) => `WITHDRAWAL ATM #${number.slice(0, 6)} ${placeOf(random)}`,
  check: (number) => `Check ${number}`,
  fees: ['Monthly Maintenance Fee', 'OVERDRAFT ITEM FEE', 'Wire Transfer Fee'],
  interest: 'Interest Earned',
};

/** A description that lists all fields of the ACH record. In most columns, it needs three lines. */
export const VERBOSE: Voice = {
  ...DETAILED,
  payroll: (employer, person, number) =>
    `ORIG CO NAME:${upper(employer, 16)} ORIG ID:${number.slice(0, 10)} DESC DATE:${number.slice(3, 9)} CO ENTRY DESCR:PAYROLL SEC:PPD TRACE#:${number} IND ID:${number.slice(9, 15)} IND NAME:${reversed(person)}`,
  bill: (random, person, number) =>
    `ORIG CO NAME:${upper(billerOf(random), 16)} ORIG ID:${number.slice(0, 10)} CO ENTRY DESCR:WEB PMT SEC:WEB TRACE#:${number} IND NAME:${reversed(person)}`,
  purchase: (random, date, number) =>
    `Recurring card purchase ${printed(date, 'MM/DD')} ${shopOf(random)} ${placeOf(random)} Card ${number.slice(0, 4)} Auth ${number.slice(4, 10)}`,
};

export const VOICES: readonly Voice[] = [TERSE, PLAIN, DETAILED];
