// The screens for using an existing connection and for changing a direct deposit. Both require explicit confirmation.
import { Avatar, Button } from '../../shared/parts/basics.tsx';
import type { Deposit, ExistingLink } from '../../shared/session.ts';
import { fill, showDay, showMoney, showPercent, type Words } from '../../shared/words.ts';
import { aimOf } from '../machine/moves.ts';
import { useSafeClick } from '../safe-click.tsx';
import { Screen, useView } from '../view.tsx';

export function Links() {
  const { state, words, dispatch } = useView();
  const links = aimOf(state)?.links ?? [];
  return (
    <Screen
      title={words.links_title}
      lead={words.links_text}
      actions={
        <Button kind="second" onClick={() => dispatch({ type: 'other_login' })}>
          {words.links_other}
        </Button>
      }
    >
      <ul class="parts">
        {links.map((link) => (
          <LinkCard link={link} key={link.link_id} />
        ))}
      </ul>
    </Screen>
  );
}

function LinkCard({ link }: { link: ExistingLink }) {
  const { state, words, dispatch } = useView();
  const use = useSafeClick(() => dispatch({ type: 'choose_link', link }), 'link', words.links_use);
  const name = link.company?.name ?? link.provider.name;
  return (
    <li class="part">
      <div class="part-head">
        <Avatar name={name} logo_url={link.company?.logo_url ?? link.provider.logo_url} />
        <div class="words">
          <h2>
            <bdi>{name}</bdi>
          </h2>
          <p class="note">{fill(words.links_connected, { date: showDay(words.locale, link.connected_at) })}</p>
        </div>
      </div>
      {use.warning}
      <Button is_busy={state.is_busy} label={`${words.links_use}: ${name}`} onClick={use.onClick}>
        {words.links_use}
        {use.mark}
      </Button>
    </li>
  );
}

export function DepositScreen() {
  const { state, words, dispatch } = useView();
  const aim = aimOf(state);
  const confirm = useSafeClick(() => dispatch({ type: 'confirm_deposit' }), 'deposit', words.deposit_confirm);
  if (aim === null || aim.deposit === null) return null;
  const is_switch = aim.product_type !== 'pll';
  const is_entire = isEntire(aim.deposit);
  return (
    <Screen
      title={words.deposit_title}
      lead={words[`deposit_lead_${is_switch ? (is_entire ? 'deposit_switch' : 'part') : 'pll'}`]}
      actions={
        <>
          {confirm.warning}
          <Button is_busy={state.is_busy} onClick={confirm.onClick}>
            {words.deposit_confirm}
            {confirm.mark}
          </Button>
          <Button kind="quiet" onClick={() => dispatch({ type: 'later' })}>
            {words.deposit_decline}
          </Button>
        </>
      }
    >
      <DepositFacts deposit={aim.deposit} />
      {is_switch && <p class="lead">{is_entire ? words.deposit_entire_note : words.deposit_rest_note}</p>}
    </Screen>
  );
}

export function DepositFacts({ deposit }: { deposit: Deposit }) {
  const { words } = useView();
  return (
    <dl class="facts">
      {depositFacts(words, deposit).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

export const depositFacts = (words: Words, deposit: Deposit): [string, string][] => [
  [words.deposit_amount, depositAmount(words, deposit)],
  [words.deposit_account, fill(words[`deposit_${deposit.account_type}`], { mask: deposit.account_mask })],
  ...(deposit.bank_name === null ? [] : [[words.deposit_bank, deposit.bank_name] satisfies [string, string]]),
];

const isEntire = ({ deposit_type, deposit_value }: Deposit): boolean =>
  deposit_type === 'entire' || deposit_value === null;

function depositAmount(words: Words, { deposit_type, deposit_value }: Deposit): string {
  if (deposit_type === 'entire' || deposit_value === null) return words.deposit_entire;
  return deposit_type === 'amount'
    ? fill(words.deposit_amount_value, { value: showMoney(deposit_value) })
    : fill(words.deposit_percent_value, { value: showPercent(deposit_value) });
}
