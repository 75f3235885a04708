// One employer, bank or insurer of an order, with its tasks and the data that they returned.
import { useEffect, useRef } from 'preact/hooks';
import { Badge, Facts } from '../../../shared/parts/marks.tsx';
import { Table } from '../../../shared/parts/table.tsx';
import { useDesk } from '../../desk.tsx';
import { day, money } from '../../format.ts';
import { ACCOUNT_WORDS, accountName, UNIT_WORDS } from '../../parts/kinds.ts';
import { Id, Moment } from '../../parts/page.tsx';
import { PRODUCT_WORDS, Status } from '../../parts/statuses.tsx';
import { COMMON } from '../../parts/words.ts';
import { useLocale, useWords, wordFor } from '../../words.ts';
import { suborderName } from './moments.ts';
import { type Suborder, WORDS } from './words.ts';

/** `is_chosen`: the URL names this suborder. Its card is then scrolled into view and marked. */
export function SuborderCard({ suborder, is_chosen }: { suborder: Suborder; is_chosen: boolean }) {
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (is_chosen) card.current?.scrollIntoView({ block: 'center' });
  }, [is_chosen]);
  const { to } = useDesk();
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const products = useWords(PRODUCT_WORDS);
  const kinds = useWords(ACCOUNT_WORDS);
  const units = useWords(UNIT_WORDS);
  const locale = useLocale();
  const { link_id, employments = [], accounts = [] } = suborder;
  return (
    <article
      class="card"
      ref={card}
      data-chosen={is_chosen ? 'true' : undefined}
      aria-current={is_chosen ? 'true' : undefined}
    >
      <div class="card-head">
        <h3>{suborderName(suborder, products)}</h3>
        <span class="line">
          {suborder.is_suspicious === true && <Badge tone="bad">{words.suspicious}</Badge>}
          <Status of={suborder.status} />
        </span>
      </div>
      <Facts
        facts={[
          ['Id', <Id id={suborder.id} />],
          [words.product, wordFor(products, suborder.product_type)],
          [words.provider, suborder.provider?.name],
          [words.method, suborder.data_source === null ? null : wordFor(products, suborder.data_source)],
          [words.link, <Id id={link_id} href={link_id === null ? undefined : to(['links', link_id])} />],
          [words.token, <code class="mono whole">{suborder.bridge_token}</code>],
          ...(suborder.access_token === null
            ? []
            : [[words.access_token, <code class="mono whole">{suborder.access_token}</code>] as const]),
          ...(suborder.pdf_report === null ? [] : [[words.report, <a href={suborder.pdf_report}>PDF</a>] as const]),
        ]}
      />
      {employments.length > 0 && (
        <Table
          caption={words.employment}
          rows={employments}
          keyOf={({ id }) => id}
          columns={[
            { label: words.employer, show: ({ company }) => company.name },
            { label: words.job, show: ({ job_title }) => job_title },
            { label: words.since, show: ({ start_date }) => day(locale, start_date) },
            {
              label: words.income,
              is_number: true,
              show: ({ income, income_unit }) =>
                `${money(income)} ${income_unit === null ? '' : wordFor(units, income_unit)}`,
            },
          ]}
        />
      )}
      {accounts.length > 0 && (
        <Table
          caption={words.accounts}
          rows={accounts}
          keyOf={({ id }) => id}
          columns={[
            {
              label: words.account,
              show: (account) => accountName(kinds, account),
            },
            { label: words.balance, is_number: true, show: ({ balance }) => money(balance) },
          ]}
        />
      )}
      {suborder.tasks.length === 0 ? (
        <p class="soft small">{words.no_tasks}</p>
      ) : (
        <Table
          caption={words.tasks}
          rows={suborder.tasks}
          keyOf={({ id }) => id}
          columns={[
            { label: words.task, show: ({ id }) => <Id id={id} /> },
            { label: common.status, show: ({ status }) => <Status of={status} /> },
            { label: words.error, is_minor: true, show: ({ error_message }) => error_message },
            { label: words.updated, show: ({ updated_at }) => <Moment at={updated_at} /> },
          ]}
        />
      )}
    </article>
  );
}
