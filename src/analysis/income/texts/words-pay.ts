// Words that identify employers, payroll companies and earned wage access programs.
import type { PhraseList } from './lexicon.ts';

export type PayTag = 'payroll' | 'wages' | 'direct_deposit' | 'pay_word' | 'earned' | 'processor' | 'wage_access';

export const PAY_WORDS: readonly PhraseList<PayTag>[] = [
  {
    tag: 'payroll',
    role: 'entry',
    phrases: `PAYROLL*, PAYROL, PAYRLL, PAYRL, PYRL, PYROLL, PR PAYMENT, PAYROLL DEP, PAYROLL DEPOSIT, PAYROLL DIR DEP,
      PAYROLL DIRECT DEP, PAYROLL PPD, PAYROLL PAYMENT, PAYROLL PMT, PAYROLL DD, SALARY, SALARIES, REG SALARY, SAL, WAGE,
      WAGES, NET PAY, NETPAY, REG PAY, EMP PAY, EMPLOYEE PAY, EMPL PAY, PAYCHECK, PAYCHECKS, PAY CHECK, PAYCHK, PAYSLIP,
      FED SALARY, FED SAL, FEDSAL, EMPLOYMENT PAY, BIWEEKLY PAY, WEEKLY PAY, MONTHLY PAY, SALAIRE, NOMINA, GEHALT, LOHN`,
  },
  // Words used only for employees. "Weekly Pay" is not in this list, because gig platforms print it for their drivers.
  {
    tag: 'wages',
    role: 'entry',
    phrases: `PAYROLL*, PAYROL, PAYRLL, PYRL, PYROLL, PAYROLL DEP, PAYROLL DEPOSIT, PAYROLL DIR DEP, PAYROLL DIRECT DEP,
      PAYROLL PPD, PAYROLL PAYMENT, PAYROLL PMT, PAYROLL DD, SALARY, SALARIES, REG SALARY, WAGE, WAGES`,
  },
  {
    tag: 'direct_deposit',
    role: 'entry',
    phrases: `DIR DEP, DIRECT DEP, DIRDEP, DIRECTDEP, DIRECT DEPOSIT, DIR DEPOSIT, DIRECT DEPOSI, DIRECT DPST, DIRDEPOSIT, DIR DE,
      DIRECT PAY, DIRECT PAYMENT, DD`,
  },
  {
    tag: 'pay_word',
    role: 'entry',
    phrases: 'PAY, EMPLOYEE, EMPLOYER, BONUS, COMP, COMPENSATION',
  },
  // Words for payments that brokers and insurers make to their employees, not to their customers.
  {
    tag: 'earned',
    role: 'entry',
    phrases:
      'COMMISSION, COMMISSIONS, COMMISSN, SALES COMM, COMM PAY, INCENTIVE, INCENTIVES, ANNUAL BON*, YEAR END BON*',
  },
  {
    tag: 'processor',
    role: 'payer',
    phrases: `ADP, ADP TOTALSOURCE, ADP WAGE PAY, GUSTO, ZENPAYROLL, PAYCHEX, PAYCHEX RCX, PAYCHEX EIB, PAYCHEX CGS, PAYCOM,
      PAYLOCITY, RIPPLING, JUSTWORKS, TRINET, TRINET HR, INTUIT, QUICKBOOKS, QB PAYROLL, SUREPAYROLL, SURE PAYROLL, ONPAY, PAYCOR,
      CERIDIAN, DAYFORCE, ULTIPRO, UKG, SQUARE PAYROLL, NAMELY, INSPERITY, BAMBOOHR, PATRIOT SOFTWARE, WORKDAY, DEEL INC,
      HEARTLAND PAYROLL, ISOLVED, PRIMEPAY, VIVENTIUM, WAVE PAYROLL, TOAST PAYROLL, COADVANTAGE, VENSURE, ALPHASTAFF,
      OASIS OUTSOURCING, EVEREE, PAYROLL DEPT, PAYROLL ACCT, PAYROLL SERVICE, PAYROLL SERVICES`,
  },
  // Services through which an employer pays out wages that are already earned, but before pay day. The next pay check
  // is smaller by the amount paid out.
  {
    tag: 'wage_access',
    role: 'payer',
    phrases: `DAILYPAY, DAILY PAY, PAYACTIV, PAY ACTIV, EVEN RESPONSIBLE, ONE INSTAPAY, RAIN INSTANT PAY, IMMEDIATE WAGES,
      ZAYZOON, TAPCHECK, WISELY ON DEMAND`,
  },
];
