// The applicant reviews the data that was found, and confirms or rejects it.
import { Fragment } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button, Notice } from '../../shared/parts/basics.tsx';
import { Choices, Select, TextArea } from '../../shared/parts/fields.tsx';
import type { CertificationItem, Decisions, RejectionReason } from '../../shared/session.ts';
import { fill, showDay, showMoney, type Words } from '../../shared/words.ts';
import { clientOf, Screen, useSession, useView } from '../view.tsx';

const REASONS: readonly RejectionReason[] = [
  'incorrect_amount',
  'incorrect_employer',
  'incorrect_dates',
  'not_mine',
  'outdated',
  'other',
];
const COMMENT_LENGTH_MAX = 1000;

type Draft = { answer?: 'yes' | 'no'; reason: string; comment: string };
const EMPTY: Draft = { reason: '', comment: '' };

export function Certification() {
  const { state, words, dispatch } = useView();
  const session = useSession();
  const items = itemsOf(session.order?.certification?.items ?? []);
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({});
  /**
   * The first item that was incomplete at the last submission. The message above this item stays visible until the next
   * submission or until no item is incomplete, so that the layout does not move while the applicant taps.
   */
  const [gap, setGap] = useState<{ at: number }>();
  const is_checked = gap !== undefined;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (gap !== undefined) goTo(form.current?.querySelectorAll('section')[gap.at]);
  }, [gap]);
  const draftOf = (id: string): Draft => drafts[id] ?? EMPTY;
  const isOpen = ({ subject_id }: CertificationItem): boolean =>
    decisionOf(subject_id, draftOf(subject_id)) === undefined;
  const open_count = items.filter(isOpen).length;
  return (
    <Screen title={words.certification_title} lead={fill(words.certification_lead, { client: clientOf(session) })}>
      <form
        class="form"
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const decisions = items.flatMap(({ subject_id }) => decisionOf(subject_id, draftOf(subject_id)) ?? []);
          if (open_count === 0) dispatch({ type: 'certify', decisions });
          else setGap({ at: items.findIndex(isOpen) });
        }}
      >
        {items.map((item, at) => (
          <Fragment key={item.subject_id}>
            {gap?.at === at && open_count > 0 && (
              <Notice>
                {open_count === 1
                  ? words.certification_missing_one
                  : fill(words.certification_missing, { count: open_count })}
              </Notice>
            )}
            <Item
              item={item}
              draft={draftOf(item.subject_id)}
              is_checked={is_checked}
              is_missing={is_checked && isOpen(item)}
              onChange={(draft) => setDrafts((before) => ({ ...before, [item.subject_id]: draft }))}
            />
          </Fragment>
        ))}
        <div class="actions">
          <Button type="submit" is_busy={state.is_busy}>
            {words.certification_submit}
          </Button>
        </div>
      </form>
    </Screen>
  );
}

/** Scrolls to the card and focuses its first missing input: the decision or the reason. */
function goTo(card: Element | undefined): void {
  card?.scrollIntoView({ block: 'center' });
  const field: HTMLElement | null | undefined = card?.querySelector('select') ?? card?.querySelector('input');
  field?.focus({ preventScroll: true });
}

/** `kind` determines the type of `shown`; the server's schema does not express that. */
const itemsOf = (items: readonly { subject_id: string; kind: string; shown: object }[]): readonly CertificationItem[] =>
  items as readonly CertificationItem[];

function decisionOf(subject_id: string, { answer, reason, comment }: Draft): Decisions[number] | undefined {
  if (answer === 'yes') return { subject_id, decision: 'representative' };
  const rejection_reason = REASONS.find((one) => one === reason);
  if (answer !== 'no' || rejection_reason === undefined) return undefined;
  const said = comment.trim();
  return {
    subject_id,
    decision: 'not_representative',
    rejection_reason,
    ...(said !== '' && { rejection_comment: said }),
  };
}

type ItemProps = {
  item: CertificationItem;
  draft: Draft;
  is_checked: boolean;
  is_missing: boolean;
  onChange(draft: Draft): void;
};

function Item({ item, draft, is_checked, is_missing, onChange }: ItemProps) {
  const { words } = useView();
  const title = titleOf(words, item);
  return (
    <section class="part" aria-label={title} data-wrong={is_missing}>
      <h2>
        <bdi>{title}</bdi>
      </h2>
      <dl class="facts">
        {factsOf(words, item).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <Choices
        name={item.subject_id}
        label={`${words.certification_title} ${title}`}
        is_label_hidden
        options={[
          { value: 'yes', label: words.certification_yes },
          { value: 'no', label: words.certification_no },
        ]}
        value={draft.answer}
        fault={is_missing && draft.answer === undefined ? words.required : undefined}
        onChange={(answer) => onChange({ ...draft, answer })}
      />
      {draft.answer === 'no' && (
        <>
          <Select
            label={words.certification_reason}
            value={draft.reason}
            options={[
              { value: '', label: words.certification_choose },
              ...REASONS.map((reason) => ({ value: reason, label: words[`reason_${reason}`] })),
            ]}
            fault={is_checked && draft.reason === '' ? words.required : undefined}
            onChange={(reason) => onChange({ ...draft, reason })}
          />
          <TextArea
            label={words.certification_comment}
            optional={words.optional}
            value={draft.comment}
            length_max={COMMENT_LENGTH_MAX}
            onInput={(comment) => onChange({ ...draft, comment })}
          />
        </>
      )}
    </section>
  );
}

function titleOf(words: Words, item: CertificationItem): string {
  if (item.kind === 'employment') return item.shown.company.name ?? words.kind_employer;
  const type = item.shown.type.charAt(0) + item.shown.type.slice(1).toLowerCase().replaceAll('_', ' ');
  return item.shown.mask === null ? type : fill(words.certification_account, { type, mask: item.shown.mask });
}

function factsOf(words: Words, item: CertificationItem): [string, string][] {
  const given: [string, string | null][] =
    item.kind === 'employment'
      ? [
          [words.certification_since, item.shown.start_date && showDay(words.locale, item.shown.start_date)],
          [words.certification_pay_rate, item.shown.pay_rate && showMoney(item.shown.pay_rate)],
          [words.certification_pay_date, item.shown.pay_date && showDay(words.locale, item.shown.pay_date)],
        ]
      : [
          [words.certification_balance, item.shown.balance && showMoney(item.shown.balance)],
          [
            words.certification_owners,
            item.shown.owners.flatMap(({ full_name }) => full_name ?? []).join(', ') || null,
          ],
        ];
  return given.filter((fact): fact is [string, string] => fact[1] !== null);
}
