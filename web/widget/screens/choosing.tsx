// Screens on which the applicant chooses the employer, the provider, or another way to verify.
import { Avatar, Button, Row } from '../../shared/parts/basics.tsx';
import type { IconName } from '../../shared/parts/icons.tsx';
import type { DataSource, ProductType, Provider } from '../../shared/session.ts';
import { fill, type Words } from '../../shared/words.ts';
import { takesFiles } from '../machine/bank-files.ts';
import { aimOf } from '../machine/moves.ts';
import { clientOf, Screen, useSession, useView } from '../view.tsx';
import { fileKindOf } from './file-names.ts';
import { providerTexts } from './provider-names.ts';
import { Search } from './search.tsx';

/**
 * The maximum number of well-known employers that the screen shows. It is small, so that on a phone the options under
 * these employers are visible without scrolling.
 */
const WELL_KNOWN_MAX = 4;

export function Employer() {
  const { api, words, dispatch } = useView();
  const { texts } = useSession();
  return (
    <Screen title={texts.search_header ?? words.employer_title} focuses_input>
      <Search
        label={words.employer_label}
        hint={words.employer_hint}
        before_typing={{ title: words.employer_well_known, rows_max: WELL_KNOWN_MAX }}
        find={(query, signal) => api.companies(query, signal)}
        row={(company) => (
          <Row
            title={company.name}
            avatar={<Avatar name={company.name} logo_url={company.logo_url} />}
            onClick={() => dispatch({ type: 'choose_employer', company })}
          />
        )}
      />
      <div class="more">
        <Row title={words.employer_missing} icon="question" onClick={() => dispatch({ type: 'employer_missing' })} />
        <Row title={words.employer_jobless} icon="person" onClick={() => dispatch({ type: 'jobless' })} />
      </div>
    </Screen>
  );
}

export function Providers({ found }: { found: readonly Provider[] | null }) {
  const { api, state, words, dispatch } = useView();
  const { method, company, suborder_id } = state.pursuit;
  const row = (provider: Provider) => (
    <Row
      {...providerTexts(words, provider)}
      avatar={
        <Avatar name={provider.name} logo_url={provider.logo_url} icon={provider.is_file ? 'download' : undefined} />
      }
      onClick={() => dispatch({ type: 'choose_provider', provider })}
    />
  );
  if (found !== null) {
    const name = company?.name ?? '';
    return (
      <Screen
        title={fill(words.providers_found_title, { company: name })}
        lead={fill(words.providers_found_lead, { company: name })}
      >
        <ul class="rows">
          {found.map((provider) => (
            <li key={provider.id}>{row(provider)}</li>
          ))}
        </ul>
        <OtherWays />
      </Screen>
    );
  }
  const source = method ?? 'payroll';
  return (
    <Screen
      title={words[`providers_title_${source}`]}
      {...(source === 'payroll' && { lead: words.providers_lead_payroll })}
      focuses_input
    >
      <Search
        label={words.providers_label}
        find={(query, signal) => api.providers({ query, data_source: source, suborder_id }, signal)}
        row={row}
      />
      <OtherWays />
    </Screen>
  );
}

function OtherWays() {
  const { words, dispatch } = useView();
  return (
    <div class="more">
      <FileWayRow />
      <Row title={words.providers_missing} icon="question" onClick={() => dispatch({ type: 'other_method' })} />
      <SkipRow />
    </div>
  );
}

/** The button with which the applicant sends a file instead of signing in. */
function FileWayRow() {
  const { state, words, dispatch } = useView();
  const kind = fileKindOf(state);
  if (kind === null) return null;
  return <Row title={words[kind.way]} icon="download" onClick={() => dispatch({ type: 'choose_file' })} />;
}

/**
 * The button with which the applicant skips a suborder. Without an order there is nothing to skip, so the button is not
 * shown.
 */
export function SkipRow() {
  const { state, words, dispatch } = useView();
  const { suborder_id } = state.pursuit;
  if (suborder_id === null) return null;
  return <Row title={words.way_skip} icon="forward" onClick={() => dispatch({ type: 'ask_skip', suborder_id })} />;
}

const METHOD_ICONS: Record<DataSource, IconName> = {
  payroll: 'work',
  financial_accounts: 'bank',
  scoring_attributes: 'bank',
  tax: 'paper',
  docs: 'paper',
  insurance: 'shield',
};

function documentsText(words: Words, product: ProductType | undefined): string {
  if (product === 'insurance') return words.method_docs_text_insurance;
  return product === 'assets' || product === 'transactions' ? words.method_docs_text_accounts : words.method_docs_text;
}

const MethodRows = ({ methods }: { methods: readonly DataSource[] }) => {
  const { state, words, dispatch } = useView();
  const file = fileKindOf(state);
  return (
    <ul class="choices">
      {methods.map((method) => (
        <li key={method}>
          <Row
            is_card
            title={words[`method_${method}`]}
            note={method === 'docs' ? documentsText(words, aimOf(state)?.product_type) : words[`method_${method}_text`]}
            icon={METHOD_ICONS[method]}
            onClick={() => dispatch({ type: 'choose_method', method })}
          />
        </li>
      ))}
      {file !== null && (
        <li>
          <Row
            is_card
            title={words[file.way]}
            note={words[file.text]}
            icon="download"
            onClick={() => dispatch({ type: 'choose_file' })}
          />
        </li>
      )}
    </ul>
  );
};

export function Methods() {
  const { state, words, dispatch } = useView();
  const client = clientOf(useSession());
  const methods = aimOf(state)?.methods ?? [];
  // True if there is only one method, and the applicant did not find their employer or bank in the list of this method.
  const is_missing = methods.length === 1 && methods[0] === state.pursuit.method;
  if ((methods.length === 0 || is_missing) && !takesFiles(state)) {
    return (
      <Screen
        title={is_missing ? words.methods_missing_title : words.methods_none_title}
        lead={fill(words.methods_none_text, { client })}
        actions={
          <>
            {is_missing && <Button onClick={() => dispatch({ type: 'back' })}>{words.methods_missing_again}</Button>}
            <LeaveButton />
          </>
        }
      >
        <SkipRow />
      </Screen>
    );
  }
  return (
    <Screen title={words.methods_title} lead={words.methods_lead}>
      <MethodRows methods={methods} />
      <div class="more">
        <SkipRow />
        <LaterRow />
      </div>
    </Screen>
  );
}

export function Jobless() {
  const { state, words } = useView();
  const methods = aimOf(state)?.methods.filter((method) => method !== 'payroll') ?? [];
  return (
    <Screen title={words.jobless_title} lead={methods.length > 0 ? words.jobless_text : words.jobless_none_text}>
      <MethodRows methods={methods} />
      <div class="more">
        <SkipRow />
        <LaterRow />
      </div>
    </Screen>
  );
}

export function NoProvider() {
  const { state, words, dispatch } = useView();
  const methods = aimOf(state)?.methods.filter((method) => method !== 'payroll') ?? [];
  return (
    <Screen
      title={fill(words.no_provider_title, { company: state.pursuit.company?.name ?? '' })}
      lead={words.no_provider_text}
    >
      <MethodRows methods={methods} />
      <div class="more">
        <Row title={words.pick_payroll} icon="work" onClick={() => dispatch({ type: 'employer_missing' })} />
        <Row title={words.pick_employer} icon="search" onClick={() => dispatch({ type: 'back' })} />
        <SkipRow />
        <LaterRow />
      </div>
    </Screen>
  );
}

export function LaterRow() {
  const { words, dispatch } = useView();
  return <Row title={words.way_later} icon="clock" onClick={() => dispatch({ type: 'later' })} />;
}

function LeaveButton() {
  const { words, dispatch } = useView();
  return (
    <Button kind="second" onClick={() => dispatch({ type: 'later' })}>
      {words.way_later}
    </Button>
  );
}
