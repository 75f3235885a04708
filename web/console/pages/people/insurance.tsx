// The insurance policies of a link: what each policy covers, for whom, until when, and at what price.
import type { POLICY_STATUSES, POLICY_TYPES } from '#domain/reports/insurance.ts';
import { Badge, Facts, type Tone } from '../../../shared/parts/marks.tsx';
import { Table } from '../../../shared/parts/table.tsx';
import { useDesk } from '../../desk.tsx';
import { day, money } from '../../format.ts';
import { useLoad } from '../../load.ts';
import { Show } from '../../parts/states.tsx';
import { COMMON } from '../../parts/words.ts';
import { inBoth, useLocale, useWords, wordFor } from '../../words.ts';

const WORDS = inBoth(
  {
    none: 'The insurer reported no policies.',
    number: 'Policy number',
    kind: 'Kind',
    insured: 'Insured',
    valid: 'Valid',
    renewal: 'Renewal',
    canceled: 'Canceled',
    premium: 'Premium',
    deductible: 'Deductible',
    paid: 'Paid in full',
    coverage: 'Coverage',
    per_person: 'Limit per person',
    per_incident: 'Limit per incident',
    declined: 'Declined',
    claims: 'Claims',
    claim: 'Claim',
    occurred: 'Occurred',
    payout: 'Payout',
  },
  {
    none: 'La aseguradora no informó de ninguna póliza.',
    number: 'Número de póliza',
    kind: 'Tipo',
    insured: 'Asegurado',
    valid: 'Vigencia',
    renewal: 'Renovación',
    canceled: 'Cancelada',
    premium: 'Prima',
    deductible: 'Deducible',
    paid: 'Pagada por completo',
    coverage: 'Cobertura',
    per_person: 'Límite por persona',
    per_incident: 'Límite por incidente',
    declined: 'Rechazada',
    claims: 'Reclamos',
    claim: 'Reclamo',
    occurred: 'Ocurrió',
    payout: 'Pago',
  },
);

type PolicyKind = (typeof POLICY_TYPES)[number];
type PolicyStatus = (typeof POLICY_STATUSES)[number];

/** The names of the kinds of policies. A kind that is missing here is shown with its name from the report. */
const KIND_WORDS = inBoth<string>(
  { AUTO: 'Car', HOMEOWNERS: 'Home', RENTERS: 'Renter’s', CONDO: 'Condominium' } satisfies Kinds,
  {
    AUTO: 'Auto',
    HOMEOWNERS: 'Hogar',
    RENTERS: 'Inquilinos',
    CONDO: 'Condominio',
    LIFE: 'Vida',
    FLOOD: 'Inundación',
    FIRE: 'Incendio',
    EARTHQUAKE: 'Terremoto',
    MOTORCYCLE: 'Motocicleta',
    LANDLORD: 'Arrendador',
    MOBILE_HOME: 'Casa móvil',
    UMBRELLA: 'Responsabilidad ampliada',
  } satisfies Kinds,
);
type Kinds = Partial<Record<PolicyKind, string>>;

const STATUS_WORDS = inBoth<PolicyStatus>(
  { ACTIVE: 'Active', PENDING: 'Pending', CANCELLED: 'Canceled', EXPIRED: 'Expired', OTHER: 'Other status' },
  { ACTIVE: 'Vigente', PENDING: 'Pendiente', CANCELLED: 'Cancelada', EXPIRED: 'Vencida', OTHER: 'Otro estado' },
);
const TONES: Readonly<Record<PolicyStatus, Tone>> = {
  ACTIVE: 'good',
  PENDING: 'busy',
  CANCELLED: 'calm',
  EXPIRED: 'warn',
  OTHER: 'calm',
};

type Coverage = {
  id: string;
  name: string;
  premium: string | null;
  is_declined: boolean;
  per_person_limit: string | null;
  per_incident_limit: string | null;
  deductible: string | null;
};

type Policy = {
  id: string;
  carrier_name: string;
  carrier_policy_number: string | null;
  policy_type: string;
  name: string | null;
  effective_date: string | null;
  expiry_date: string | null;
  renewal_date: string | null;
  canceled_date: string | null;
  total_premium: string | null;
  deductible: string | null;
  status: PolicyStatus;
  paid_in_full: boolean | null;
  dwellings: readonly {
    id: string;
    address: { street: string | null; city: string | null; state: string | null; zip: string | null };
    coverages: readonly Coverage[];
  }[];
  vehicles: readonly {
    id: string;
    year: number | null;
    make: string | null;
    model: string | null;
    series: string | null;
    coverages: readonly Coverage[];
  }[];
  named_insureds: readonly { id: string; full_name: string }[];
  claims: readonly {
    id: string;
    date_occurred: string | null;
    type: string | null;
    status: string | null;
    payout: string | null;
  }[];
};

export function Policies({ link_id, version }: { link_id: string; version: string }) {
  const { v1 } = useDesk();
  const words = useWords(WORDS);
  const report = useLoad<{ insurance: { policies: readonly Policy[] } }>(
    v1(`links/${link_id}/insurance/report/`),
    version,
  );
  return (
    <Show of={report}>
      {({ insurance: { policies } }) =>
        policies.length === 0 ? (
          <p class="soft">{words.none}</p>
        ) : (
          <>
            {policies.map((policy) => (
              <PolicyCard key={policy.id} policy={policy} />
            ))}
          </>
        )
      }
    </Show>
  );
}

const joined = (parts: readonly (string | number | null)[], by = ' '): string =>
  parts.filter((part) => part !== null && part !== '').join(by);

function PolicyCard({ policy }: { policy: Policy }) {
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const kinds = useWords(KIND_WORDS);
  const statuses = useWords(STATUS_WORDS);
  const locale = useLocale();
  const insured_things = [
    ...policy.dwellings.map(({ id, address: { street, city, state, zip }, coverages }) => ({
      id,
      name: joined([street, city, joined([state, zip])], ', '),
      coverages,
    })),
    ...policy.vehicles.map(({ id, year, make, model, series, coverages }) => ({
      id,
      name: joined([year, make, model, series]),
      coverages,
    })),
  ];
  return (
    <article class="card">
      <div class="card-head">
        <div>
          <h2>{policy.name ?? wordFor(kinds, policy.policy_type)}</h2>
          <p class="soft">{policy.carrier_name}</p>
        </div>
        <Badge tone={TONES[policy.status]}>{wordFor(statuses, policy.status)}</Badge>
      </div>
      <Facts
        facts={[
          [words.number, policy.carrier_policy_number],
          [words.kind, wordFor(kinds, policy.policy_type)],
          [words.insured, policy.named_insureds.map(({ full_name }) => full_name).join(', ') || null],
          [words.valid, `${day(locale, policy.effective_date)} – ${day(locale, policy.expiry_date)}`],
          [words.renewal, day(locale, policy.renewal_date)],
          ...(policy.canceled_date === null ? [] : [[words.canceled, day(locale, policy.canceled_date)] as const]),
          [words.premium, money(policy.total_premium)],
          [words.deductible, money(policy.deductible)],
          [words.paid, policy.paid_in_full === null ? null : policy.paid_in_full ? common.yes : common.no],
        ]}
      />
      {insured_things.map(({ id, name, coverages }) => (
        <Coverages key={id} name={name} coverages={coverages} />
      ))}
      {policy.claims.length > 0 && (
        <>
          <h3>{words.claims}</h3>
          <Table
            caption={words.claims}
            rows={policy.claims}
            keyOf={({ id }) => id}
            columns={[
              { label: words.claim, show: ({ type }) => (type === null ? '–' : wordFor({}, type)) },
              { label: words.occurred, show: ({ date_occurred }) => day(locale, date_occurred) },
              { label: common.status, show: ({ status }) => (status === null ? '–' : wordFor({}, status)) },
              { label: words.payout, is_number: true, show: ({ payout }) => money(payout) },
            ]}
          />
        </>
      )}
    </article>
  );
}

function Coverages({ name, coverages }: { name: string; coverages: readonly Coverage[] }) {
  const words = useWords(WORDS);
  return (
    <>
      <h3>{name}</h3>
      {coverages.length > 0 && (
        <Table
          caption={name}
          rows={coverages}
          keyOf={({ id }) => id}
          columns={[
            {
              label: words.coverage,
              show: (coverage) => (
                <span class="line">
                  {coverage.name}
                  {coverage.is_declined && <Badge>{words.declined}</Badge>}
                </span>
              ),
            },
            { label: words.per_person, is_number: true, show: (coverage) => money(coverage.per_person_limit) },
            { label: words.per_incident, is_number: true, show: (coverage) => money(coverage.per_incident_limit) },
            { label: words.deductible, is_number: true, show: (coverage) => money(coverage.deductible) },
            { label: words.premium, is_number: true, show: (coverage) => money(coverage.premium) },
          ]}
        />
      )}
    </>
  );
}
