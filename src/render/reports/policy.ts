// One insurance policy in a report: terms, coverages with limits, and claims.
import type { InsuranceAnswer } from '#domain/reports/insurance.ts';
import { orDash, usDate } from '#render/figures.ts';
import type { Paper } from '#render/paper.ts';
import { type Column, type Cursor, roomFor, type Table } from '#render/table.ts';
import { drawFacts, drawHeading, type Fact } from './facts.ts';
import { drawWhole, tableHeight } from './whole-table.ts';
import { addressLine, inWords, money, period, yesOrNo } from './words.ts';

type Policy = InsuranceAnswer['policies'][number];
type Dwelling = Policy['dwellings'][number];
type Vehicle = Policy['vehicles'][number];
type Coverage = Dwelling['coverages'][number];

/**
 * The minimum height for a policy's terms and some of its coverages. If less height is left on the page, the policy
 * starts on a new page.
 */
const HEIGHT_LEAST = 200;
/** The height of the block that shows the facts of a dwelling or a vehicle. The facts need at most two rows. */
const FACTS_HEIGHT = 60;

export function drawPolicy(paper: Paper, y: Cursor, policy: Policy): Cursor {
  const heading = `${inWords(policy.policy_type)} insurance, ${policy.carrier_name}`;
  let at = drawHeading(paper, roomFor(paper, y, HEIGHT_LEAST), heading);
  at = drawFacts(paper, at + 2, termsOf(policy));
  for (const dwelling of policy.dwellings) {
    at = drawCovered(paper, at, dwellingFacts(dwelling), dwelling.coverages);
    at = drawWhole(paper, at, mortgageesTable(dwelling));
  }
  for (const vehicle of policy.vehicles) at = drawCovered(paper, at, vehicleFacts(vehicle), vehicle.coverages);
  return drawWhole(paper, at, claimsTable(policy));
}

/**
 * Draws the facts of a dwelling or vehicle and, below them on the same page, the coverages of the dwelling or vehicle.
 */
function drawCovered(paper: Paper, y: Cursor, facts: readonly Fact[], coverages: readonly Coverage[]): Cursor {
  const start = roomFor(paper, y, FACTS_HEIGHT + tableHeight(coverages.length));
  return drawWhole(paper, drawFacts(paper, start, facts), coveragesTable(coverages));
}

const termsOf = (policy: Policy): Fact[] => [
  { label: 'Policy', value: orDash(policy.name), span: 2 },
  { label: 'Policy number', value: orDash(policy.carrier_policy_number) },
  { label: 'Status', value: inWords(policy.status) },
  { label: 'Description', value: orDash(policy.description), span: 2 },
  { label: 'In force', value: period(policy.effective_date, policy.expiry_date), span: 2 },
  { label: 'Total premium', value: money(policy.total_premium) },
  { label: 'Paid in full', value: yesOrNo(policy.paid_in_full) },
  { label: 'Deductible', value: money(policy.deductible) },
  { label: 'Renewal date', value: usDate(policy.renewal_date) },
  { label: 'Named insured', value: insuredBy(policy), span: 2 },
  { label: 'Cancelled', value: usDate(policy.canceled_date) },
];

const insuredBy = ({ named_insureds, commercial_named_insureds }: Policy): string =>
  orDash(
    [...named_insureds.map(({ full_name }) => full_name), ...commercial_named_insureds.map(({ name }) => name)].join(
      ', ',
    ),
  );

const dwellingFacts = ({ address, replacement_cost, cash_value }: Dwelling): Fact[] => [
  { label: 'Dwelling', value: addressLine(address), span: 2 },
  { label: 'Replacement cost', value: money(replacement_cost) },
  { label: 'Cash value', value: money(cash_value) },
];

const vehicleFacts = (vehicle: Vehicle): Fact[] => [
  { label: vehicle.is_removed ? 'Vehicle, removed from the policy' : 'Vehicle', value: vehicleName(vehicle), span: 2 },
  { label: 'VIN', value: orDash(vehicle.vin) },
  { label: 'Type', value: inWords(vehicle.type) },
  { label: 'Lien holder', value: orDash(vehicle.lien_holder), span: 2 },
  { label: 'Annual mileage', value: orDash(vehicle.annual_mileage?.toString()) },
];

const vehicleName = ({ year, make, model, series }: Vehicle): string =>
  orDash([year, make, model, series].filter((part) => part !== null).join(' '));

const coveragesTable = (coverages: readonly Coverage[]): Table => ({
  title: 'Coverages',
  columns: COVERAGE_COLUMNS,
  rows: coverages.map((coverage) => ({
    cells: [
      coverage.name,
      coverage.is_declined ? 'Declined' : 'Covered',
      money(coverage.per_person_limit),
      money(coverage.per_incident_limit),
      money(coverage.deductible),
      money(coverage.premium),
    ],
  })),
});

const mortgageesTable = ({ mortgagees }: Dwelling): Table => ({
  title: 'Mortgagees',
  columns: MORTGAGEE_COLUMNS,
  rows: mortgagees.map(({ name, type, loan_number, address }) => ({
    cells: [name, inWords(type), orDash(loan_number), addressLine(address)],
  })),
});

const claimsTable = ({ claims }: Policy): Table => ({
  title: 'Claims',
  columns: CLAIM_COLUMNS,
  rows: claims.map((claim) => ({
    cells: [
      usDate(claim.date_occurred),
      usDate(claim.date_closed),
      orDash(claim.carrier_claim_identifier),
      inWords(claim.type),
      inWords(claim.status),
      orDash(claim.representative_name),
      money(claim.payout),
    ],
  })),
});

const COVERAGE_COLUMNS: readonly Column[] = [
  { title: 'Coverage', width: 170 },
  { title: '', width: 54, ink: 'grey' },
  { title: 'Limit per person', width: 80, align: 'right' },
  { title: 'Limit per incident', width: 84, align: 'right' },
  { title: 'Deductible', width: 72, align: 'right' },
  { title: 'Premium', width: 72, align: 'right' },
];
const MORTGAGEE_COLUMNS: readonly Column[] = [
  { title: 'Name', width: 150 },
  { title: 'Rank', width: 52 },
  { title: 'Loan number', width: 92 },
  { title: 'Address', width: 238 },
];
const CLAIM_COLUMNS: readonly Column[] = [
  { title: 'Occurred', width: 58 },
  { title: 'Closed', width: 58 },
  { title: 'Claim', width: 92 },
  { title: 'Type', width: 76 },
  { title: 'Status', width: 64 },
  { title: 'Representative', width: 114 },
  { title: 'Payout', width: 70, align: 'right' },
];
