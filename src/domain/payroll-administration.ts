// What the administrator of a company's payroll sees: the people in it and what each was paid.
import { type Static, Type } from 'typebox';
import { CalendarDate } from '#base/calendar.ts';
import { type InHundredths, inDecimals, Money } from '#base/money.ts';
import { Id, nullable } from '#base/schema.ts';
import { AddressAnswer } from './payroll.ts';
import { DeductionAnswer, EarningAnswer } from './statements.ts';

const text = nullable(Type.String());
const date = nullable(CalendarDate);
const amount = nullable(Money);

export const EmployeeAnswer = Type.Object({
  id: Id,
  first_name: Type.String(),
  last_name: Type.String(),
  full_name: Type.String(),
  email: text,
  phone: text,
  job_title: text,
  department: text,
  manager_name: text,
  is_active: Type.Boolean(),
  start_date: date,
  end_date: date,
  address: AddressAnswer,
});
export type Employee = Static<typeof EmployeeAnswer>;

export const PayrollEntryAnswer = Type.Object({
  employee_id: Id,
  full_name: Type.String(),
  pay_date: CalendarDate,
  period_start: date,
  period_end: date,
  gross_pay: Money,
  net_pay: Money,
  regular: amount,
  overtime: amount,
  bonus: amount,
  commission: amount,
  other_pay: amount,
  hours: amount,
  earnings: Type.Array(EarningAnswer),
  deductions: Type.Array(DeductionAnswer),
});
export type PayrollEntryAnswer = Static<typeof PayrollEntryAnswer>;
export type PayrollEntry = InHundredths<PayrollEntryAnswer>;

export const presentPayrollEntry = (entry: PayrollEntry): PayrollEntryAnswer => inDecimals(entry);
