// The customer, the holders of an account, and the account and routing numbers for payments.
import type { AccountPlan, Life } from '../lives/life.ts';
import { ROUTING_NUMBER } from '../lives/people/places.ts';
import { accountIdOf, type Consent, customerIdOf } from './bank.ts';
import { addressOf } from './tax-forms.ts';

/** Describes the customer as FDX does. Contact data and personal data require different scopes. */
export function describeCustomer(life: Life, { scopes, account_keys }: Consent): object {
  const { person } = life;
  const accounts = life.accounts.filter(({ key }) => account_keys.includes(key));
  return {
    type: 'CONSUMER',
    ...(scopes.includes('fdx:customercontact:read')
      ? {
          name: { first: person.first_name, last: person.last_name },
          email: [person.email],
          telephones: telephonesOf(life),
          addresses: [{ type: 'HOME', ...addressOf(person.address) }],
        }
      : {}),
    ...(scopes.includes('fdx:customerpersonal:read')
      ? { dateOfBirth: person.birth_date, taxId: person.ssn, taxIdCountry: 'US' }
      : {}),
    accounts: accounts.map((plan) => ({
      accountId: accountIdOf(life, plan),
      relationship: plan.joint_holder === undefined ? 'SOLE_OWNER' : 'PRIMARY_JOINT',
    })),
  };
}

export function describeContact(life: Life, { joint_holder }: AccountPlan): object {
  const { person } = life;
  const joint = joint_holder === undefined ? [] : [holder(joint_holder, 'SECONDARY_JOINT')];
  return {
    holders: [
      {
        customerId: customerIdOf(life),
        ...holder(person, joint_holder === undefined ? 'SOLE_OWNER' : 'PRIMARY_JOINT'),
      },
      ...joint,
    ],
    emails: [person.email],
    addresses: [{ type: 'HOME', ...addressOf(person.address) }],
    telephones: telephonesOf(life),
  };
}

export function listPaymentNetworks(plan: AccountPlan): object[] {
  const shared = {
    bankId: ROUTING_NUMBER,
    identifier: plan.number,
    identifierType: 'ACCOUNT_NUMBER',
    transferIn: true,
  };
  return plan.kind === 'cd'
    ? []
    : [
        { ...shared, type: 'US_ACH', transferOut: true },
        { ...shared, type: 'US_FEDWIRE', transferOut: plan.kind === 'checking' },
      ];
}

const holder = (
  { first_name, last_name }: { first_name: string; last_name: string },
  relationship: string,
): object => ({
  name: { first: first_name, last: last_name },
  relationship,
});

const telephonesOf = ({ person }: Life): object[] => [{ type: 'CELL', country: '1', number: person.phone.slice(2) }];
