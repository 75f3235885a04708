// Compares the control totals of a BAI2 file with its records. A wrong total causes only a warning, because the records
// may still be correct.
import { quoted } from './amounts.ts';
import { rawAmount } from './bai2-amounts.ts';
import type { Bai2Record, Field } from './bai2-records.ts';
import type { FoundParts } from './found-parts.ts';
import { UnreadableFile } from './imported-parts.ts';

type Total = { sum: bigint; members: number; records: number };

export function bai2Totals(found: FoundParts) {
  const file = newTotal();
  let group = newTotal();
  let account = newTotal();

  /**
   * Compares the total in the record with the computed total, and returns the total in the record. The total in the
   * record is added to the next higher total even if it is wrong, so that one wrong total causes only one warning.
   */
  const compare = (record: Bai2Record, total: Total, what: string, members: string | undefined): bigint => {
    const stated = record.next();
    const sum = rawAmount(stated);
    if (sum !== total.sum) {
      found.warn(stated.place, `The control total of the ${what} is ${sum}, but its amounts add up to ${total.sum}.`);
    }
    if (members !== undefined) compareCount(record.next(), total.members, what, members);
    compareCount(record.next(), total.records, what, 'records');
    return sum;
  };

  const compareCount = (stated: Field, counted: number, what: string, members: string): void => {
    if (stated.text === '') return;
    if (!/^\d{1,9}$/.test(stated.text))
      throw new UnreadableFile(stated.place, `${quoted(stated.text)} instead of a number`);
    if (Number(stated.text) === counted) return;
    found.warn(stated.place, `The ${what} states ${Number(stated.text)} ${members}, but it has ${counted}.`);
  };

  return {
    /** Adds the amount of an account header or of an entry. */
    add(amount: bigint): void {
      account.sum += amount;
    },
    count({ code, lines_count }: Bai2Record): void {
      if (code === '02') group = newTotal();
      if (code === '03') account = newTotal();
      file.records += lines_count;
      if (code !== '01' && code !== '99') group.records += lines_count;
      if (code === '03' || code === '16' || code === '49') account.records += lines_count;
    },
    endAccount(record: Bai2Record): void {
      group.sum += compare(record, account, 'account', undefined);
      group.members += 1;
    },
    endGroup(record: Bai2Record): void {
      file.sum += compare(record, group, 'group', 'accounts');
      file.members += 1;
    },
    endFile(record: Bai2Record): void {
      compare(record, file, 'file', 'groups');
    },
  };
}

const newTotal = (): Total => ({ sum: 0n, members: 0, records: 0 });
