// The labels of single values on a pay stub: dates, numbers and names.

/** `period` is a label that is before two dates. */
export type LabelName =
  | 'pay_date'
  | 'period_start'
  | 'period_end'
  | 'period'
  | 'check_number'
  | 'employee_id'
  | 'employee_ssn'
  | 'employer_ein'
  | 'employee_name'
  | 'employer_name'
  | 'employee_address'
  | 'employer_address';

/** The word `number` also matches `no`, `num`, `nbr` and `#`. */
const LABELS: readonly (readonly [LabelName, string])[] = [
  [
    'pay_date',
    `pay date, paid, issued, check date, payment date, date of payment, paid date, date paid, payday, pay day, issue date, advice date, deposit date,
    paid on, check dated, direct deposit date, date of check, date of pay, voucher date, payment made on, payroll date, pay check date, paycheck date, date issued,
    chk date, dated, warrant date, date of deposit, deposited on, deposit on, check issue date, check issued, payment issued, issued on, date of issue, distribution date, disbursement date, payout date, transfer date, funds available,
    available on, direct deposit on, check advice date, check deposit date, check pay date, check voucher date, pmt date, pymt date, dd date, ach date, eft date, trans date, date of direct deposit, credit date, paid this date, advice dated, pay dated,
    chk dt, check dt, ck date, ck dt, pay dt, date pd`,
  ],
  [
    'period_start',
    `period beg, pay period beg, beg date, pay beg date, period beg date, period beginning, period begin, period start, pay period start, pay begin date, pay period begin, pay period beginning,
    period start date, pay period start date, begin date, beginning date, pay period from, period from, pay period begin date, work period start,
    period begin date, period beginning date, pay begin, pay start date, pay period beginning date, from date, start of period, period starting, pay period starting, from,
    per beg, per begin, per start, per from, wk beg, wk start, week began, period began, week start, week beginning, pd beg, pd start,
    prd beg, prd begin, prd start, prd from, pay prd beg, pay prd begin, pay prd start, pp beg, pp begin, pp start, pp from, pp begin date, pp start date, period commencing, wk begin, payroll start date, payroll begin date, payroll begin,
    first day of period, service from, work week start, earnings begin date, earn period begin, pay from, pay from date, for period begin, for period from, period beg dt, begin, start, beg, start of pay period, pay period beg date, from dt`,
  ],
  [
    'period_end',
    `period ending, period end, pay period end, pay period ending, pay end date, period end date, pay period end date, ending date,
    period to, pay period to, pay period through, pay period thru, week ending, period ended, period ending date, end of period, pay end, pay period ending date,
    work period end, week ending date, to date, period thru, period through, through, thru, ppe, pp end, to,
    w e, wk end, wk ending, week end, per end, per ending, per to, pd end, pd ending,
    prd end, prd to, pay prd end, pp end date, pp thru, pp to, payroll end date, payroll end, pay week end, work week end, last day of period, service to, service through, service thru, earnings end date, earn period end, pay thru, pay thru date,
    pay through date, for period end, for week end, for the period end, for the week end, for pay period end, for the pay period end, week ended, end, pay end dt, wk ended, end of pay period, payroll week end, period end dt, thru date, through date`,
  ],
  [
    'period',
    `pay period, period, for, pay period dates, payroll period, period covered, for period, pay cycle, work period, for the period, period dates,
    pay period begin end, period beginning ending, pay period start end, period start end, for pay period, pay period covered, pay periods, earnings period,
    per, pd, pay per, pay pd, pay dates, dates worked, work dates, week, work week, for the pay period, period worked, period beginning and ending, time period,
    pay prd, prd, prd dates, pp, pay period from to, period from to, service period, dates of service, covering, covering period, pay week, pay range, date range, pay period date, payroll dates, pay period beg end, beg end dates, from to,
    coverage period, period of pay, for work performed, pay period beginning and ending, this pay period, period of service, pay period span`,
  ],
  [
    'check_number',
    `check number, advice number, voucher number, voucher, document number, deposit number, payment number, statement number,
    check id, transaction number, ck number, chk number, deposit advice number, stub number, serial number, pay stub number, paystub number, advice id, check or advice number, warrant number, warrant, vchr number, vchr,
    direct deposit number, dd number, check advice number, voucher id, payment id, check voucher number, payslip number, cheque number, check, advice, deposit advice,
    check reference, reference, reference number, paycheck number, control number, trace number, number,
    eft number, ach number, ach trace number, pay advice number, pay number, payment reference, payment ref, pay ref, pay reference, pmt number, pymt number, check advice, check voucher, check dd number, check ref, payroll check number, paycheck id,
    statement id, sequence number, seq number, document id, doc number, doc id, trans number, trans id, transaction id, receipt number, stub id, slip number, payslip id, direct deposit advice number, check deposit number, check eft number, chk advice number`,
  ],
  [
    'employee_id',
    `employee id, employee number, emp id, emp number, file number, file, personnel number, badge, badge number, worker id, associate id,
    ee id, employee code, emplid, empl id, clock number, person number, team member id, payroll id, id number, ee number, emp code, staff id, employee id number,
    employee file number, worker number, associate number, payroll number, employee identifier, staff number, team member number, employee file, empl number, ee code, person id, member id, crew id, crew number, clk number, man number, id,
    assoc id, assoc number, personnel id, pers number, colleague id, colleague number, partner id, partner number, payroll file number, clock id, timecard number, time card number, user id, eid, emp file, emp file number, ee file, ee file number,
    employee ref, employee reference, caregiver id, member number, co file number, badge id, hr id, universal id, employee key, worker code, employee badge, employee clock number`,
  ],
  [
    'employee_ssn',
    `ssn, social security number, soc sec number, ss number, social security, employee ssn, ssn last 4, social sec number, soc security number,
    employee social security number, soc sec, emp ssn, ssn itin, social security no, ssn number, ss, sssn, tax id ssn, last four of ssn, ssn last four, last 4 of ssn, last 4 ssn, ssn last 4 digits, ssn end, ssn end in, ee ssn, employee ss number, social, taxpayer id ssn, masked ssn, ssn masked, employee social, soc sec nbr`,
  ],
  [
    'employer_ein',
    `ein, fein, federal id, employer id, employer ein, fed id, federal tax id, tax id, employer identification number, federal ein, fed ein,
    federal id number, federal employer id, employer id number, company ein, federal tax id number, fed tax id, company fein, fed id number, employer tax id,
    employer federal id, employer fein, tax id number, company tax id, fein number, ein number, federal employer identification number, company federal id, fed employer id, irs number,
    er ein, er fein, feid, feid number, fid number, federal identification number, employer federal id number, employer federal tax id, employer tin, company tin, payer ein, payer tin, federal taxpayer id, employers federal id, fed identification number`,
  ],
  [
    'employee_name',
    `employee name, employee, received by, name, pay to the order of, pay to, payee, deposited to the account of, paid to, worker, worker name, associate name,
    associate, team member, prepared for, to the account of, name of employee, employees name, earnings statement for, paycheck for, pay check for, payroll for, earnings for, emp, emp name, ee name, ee, pay stub for, statement for, payee name, employee full name,
    deposited for, pay to order of, to the order of, crew member, team member name, staff member, legal name, full name, employee legal name, issued to, payment to, recipient, recipient name, caregiver, caregiver name, paystub for, payslip for, deposit for, for the account of,
    name of worker, worker full name, associate full name, for employee`,
  ],
  [
    'employer_name',
    `employer, employer name, employing service, employing agency, employing office, employing department, household employer, company, company name, paid by, payer, business name, legal entity, organization, agency, agency name,
    name of employer, employers name, company legal name, legal employer, from employer, payer name, institution name, employer legal name, employed by, issued by, payor, payor name, legal entity name, entity name, organization name, firm name, client company, your employer, paying company, business entity`,
  ],
  [
    'employee_address',
    'home address, mail, mail to, employee address, address, mailing address, residence address, address of employee, employees address',
  ],
  ['employer_address', 'employer address, company address, address of employer, employers address, business address'],
];

/** Words that are labels only if they are alone in their segment or are followed by a colon. */
const WEAK = new Set(
  'period,for,paid,issued,number,emp,ee,from,to,file,name,employee,employer,company,check,advice,voucher,id,agency,organization,worker,associate,payer,payee,through,thru,badge,todate,ss,socialsecurity,teammember,ein,payday,fromdate,deposit advice,crewmember,staffmember,address,mail,warrant,vchr,we,per,pd,reference,paidby,dated,week,workweek,weekend,weekstart,begin,start,beg,end,prd,pp,covering,fromto,recipient,caregiver,social,issuedto,issuedby,paymentto,fullname,legalname,checkadvice,checkvoucher,userid,fundsavailable,availableon,payor,employedby,payweek,thispayperiod,daterange'.split(
    ',',
  ),
);

export const labelKey = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\([^)]*\)/g, ' ')
    .replace(/[’']/g, '')
    .replace(/#/g, ' number ')
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(/\b(?:no|num|nbr|nr|numb)\b/g, 'number')
    .replace(/\bdt\b/g, 'date')
    .replace(/\b(begin|start|end)(?:s|n?ing|t?ing|ed)\b/g, '$1')
    .replace(/ /g, '');

const labels = new Map(
  LABELS.flatMap(([name, words]) => words.split(',').map((label): [string, LabelName] => [labelKey(label), name])),
);

function letters(text: string): string {
  return text.toLowerCase().replace(/[^a-z]/g, '');
}

const first_words = new Set(
  LABELS.flatMap(([, words]) => words.split(',').map((label) => letters(label.trim().split(' ')[0] ?? ''))),
);

/** Returns the letters at the beginning of a word: `Check#` and `Check/Advice` begin with a word of a label. */
const firstLetters = (word: string): string => letters(/^[A-Za-z’'.]+/.exec(word)?.[0] ?? '');

/**
 * Whether a label may begin with the first of these words. Most words cannot begin a label, so this quick test avoids
 * the search.
 */
export const beginsLabel = (words: readonly string[]): boolean => {
  const [first = '', ...others] = words.slice(0, 3).map(firstLetters);
  return first_words.has(first) || BEGINNINGS.has(first) || [first, ...others].some((word) => ENDINGS.has(word));
};

/** The number of words in the longest label. */
export const LABEL_WORDS_MAX = 6;

export function labelName(text: string): { name: LabelName; weak: boolean } | undefined {
  const key = labelKey(text);
  const name = labels.get(key);
  return name === undefined ? labelByWords(text) : { name, weak: WEAK.has(key) };
}

const PERSON =
  'employee|emp|worker|associate|driver|member|technician|teacher|nurse|contractor|staff|crew|team member|operator|person|payee|colleague|partner|agent';
const CODE = 'id|code|number|no|num|nbr|ref|reference|file';
const PAYMENT =
  'check|cheque|chk|ck|advice|voucher|settlement|payslip|pay slip|stub|slip|deposit|payment|warrant|receipt|remittance|document|statement|paycheck|draft|ach|eft|dd|transaction';
const BEGINNINGS = new Set([
  ...`${PERSON}|${PAYMENT}`.split('|').map((words) => letters(words.split(' ')[0] ?? '')),
  'worksite',
  'client',
  'legal',
  'household',
  'work',
  'no',
  'num',
  'nbr',
  'pay',
  'payslip',
  'paystub',
  'paycheck',
  'earnings',
  'prepared',
  'issued',
]);
const ENDINGS = new Set(['from', 'starting', 'begins', 'starts', 'through', 'thru', 'ends', 'day']);
const WORD_LABELS: readonly [LabelName, RegExp, boolean][] = [
  ['employee_id', new RegExp(`^(?:${PERSON}) (?:${CODE})(?: (?:${CODE}))?$`), false],
  ['check_number', new RegExp(`^(?:${PAYMENT})(?: (?:${PAYMENT}))? (?:${CODE})$`), false],
  ['employee_name', new RegExp(`^(?:${PERSON})(?: (?:full )?name)?$`), true],
  ['pay_date', new RegExp(`^(?:date of )?(?:${PAYMENT}) (?:date|dated)$|^date of (?:${PAYMENT})$`), false],
  ['period_start', /^(?:[a-z]+ ){0,2}(?:from|starting|begins|starts|first day)$/, true],
  ['period_end', /^(?:[a-z]+ ){0,2}(?:through|thru|ends|last day)$/, true],
  [
    'employee_name',
    /^(?:pay ?slip|pay ?stub|pay ?check|earnings|pay|payroll|statement|prepared|issued) (?:for|to)$/,
    true,
  ],
  ['employer_name', /^(?:worksite|client|legal|household|work site) (?:employer|company)$/, false],
];

/**
 * Recognises a label by its words if the label is not in the list. A label of a date is accepted only if a date
 * follows.
 */
function labelByWords(text: string): { name: LabelName; weak: boolean } | undefined {
  const words = text
    .toLowerCase()
    .replace(/#/g, ' number ')
    .replace(/[^a-z]+/g, ' ')
    .trim();
  const found = words === '' || /\d/.test(text) ? undefined : WORD_LABELS.find(([, pattern]) => pattern.test(words));
  return found === undefined ? undefined : { name: found[0], weak: found[2] };
}

/** Whether the text is another printed label, which is never a value. */
export const isOtherLabel = (text: string): boolean => OTHER_LABEL.test(text.trim());

const OTHER_LABEL =
  /^(?:pay (?:rate|frequency|type|group|schedule|basis|method)\b.*|(?:hire date|filing status|marital status|job title|company code|net pay|gross pay|tax status|tax data|home department|business unit|cost center|taxable marital status|social security|pay rate)\b.*|(?:role|job|unit|department|dept|location|status|title|position|division|rate|salary|exemptions|allowances|batch|clock|page|frequency|federal|state|phone|co|org code|hourly rate|annual salary|cost ctr|cost center|cost centre|fte|base rate|grade|step|shift|site|terminal|tractor|trade|calendar|client|client code|region|branch|store|union|local|class|schedule|supervisor|manager)[.:]*)$/i;
