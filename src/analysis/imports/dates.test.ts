import { expect, test } from 'vitest';
import { dateNear, dateOf6, dateOf8, dateOfIso, valueDateOf6 } from './dates.ts';

test.each([
  ['20240229', '2024-02-29'],
  ['20230229', undefined],
  ['2024022', undefined],
  ['2024-02-2', undefined],
  ['00000101', undefined],
])('dateOf8(%s) is %s', (text, date) => {
  expect(dateOf8(text)).toBe(date);
});

test.each([
  ['240229', '2024-02-29'],
  ['791231', '2079-12-31'],
  ['800101', '1980-01-01'],
  ['241301', undefined],
  ['000000', undefined],
])('dateOf6(%s) is %s', (text, date) => {
  expect(dateOf6(text)).toBe(date);
});

test.each([
  ['230228', '2023-02-28'],
  ['230229', '2023-02-28'],
  ['230230', '2023-02-28'],
  ['240230', '2024-02-29'],
  ['230231', undefined],
  ['230431', undefined],
])('valueDateOf6(%s) accepts February 29 and 30 in every year: the result is %s', (text, date) => {
  expect(valueDateOf6(text)).toBe(date);
});

test.each([
  ['0102', '2023-12-30', '2024-01-02'],
  ['1230', '2024-01-02', '2023-12-30'],
  ['0615', '2024-06-14', '2024-06-15'],
  ['0229', '2023-03-01', '2024-02-29'],
  ['0230', '2024-02-28', undefined],
  ['229', '2024-02-28', undefined],
])('dateNear(%s, %s) returns the nearest day with this month and day: %s', (text, near, date) => {
  expect(dateNear(text, near)).toBe(date);
});

test.each([
  ['2024-03-09', '2024-03-09'],
  ['2024-03-09Z', '2024-03-09'],
  ['2024-03-09+01:00', '2024-03-09'],
  ['2024-03-09T23:59:59+01:00', '2024-03-09'],
  ['2025-07-23T00:00:00.000000000', '2025-07-23'],
  ['2024-02-30', undefined],
  ['2024-3-9', undefined],
  ['2024-03-09 10:00', undefined],
  ['', undefined],
])('dateOfIso(%s) is %s', (text, date) => {
  expect(dateOfIso(text)).toBe(date);
});
