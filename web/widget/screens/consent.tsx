// The consent screen: which data is requested, by whom, and for what. The widget waits until the applicant agrees.
import type { JSX } from 'preact';
import { Avatar, Button } from '../../shared/parts/basics.tsx';
import { Icon } from '../../shared/parts/icons.tsx';
import type { Session } from '../../shared/session.ts';
import { webAddress } from '../../shared/web-address.ts';
import { fill, partsOf, type Words } from '../../shared/words.ts';
import { useSafeClick } from '../safe-click.tsx';
import { clientOf, Screen, useSession, useView } from '../view.tsx';

export function Consent() {
  const { state, words, dispatch } = useView();
  const session = useSession();
  const client = clientOf(session);
  const agree = useSafeClick(() => dispatch({ type: 'agree' }), 'consent', words.consent_agree);
  const products = productsOf(session);
  const has_documents = offersDocuments(session);
  const lead = has_documents ? words.consent_lead_docs : words.consent_lead;
  // If a product redirects pay, the text mentions that product first, and does not call it a verification.
  const moved = ['deposit_switch' as const, 'pll' as const].find((product) => products.includes(product));
  const only_moves = products.every((product) => product === 'deposit_switch' || product === 'pll');
  return (
    <Screen
      title={fill(only_moves ? words.consent_title_deposit : words.consent_title, { client })}
      lead={moved === undefined ? lead : `${words[`consent_lead_${moved}`]} ${lead}`}
      emblem={
        <div class="pair">
          <Avatar name={client} is_large />
          <Icon name="swap" />
          <Avatar name="" icon="shield" is_large />
        </div>
      }
      actions={
        <>
          <p class="fine">
            <Terms session={session} words={words} />
          </p>
          {agree.warning}
          <Button is_busy={state.is_busy} onClick={agree.onClick}>
            {words.consent_agree}
            {agree.mark}
          </Button>
        </>
      }
    >
      <ul class="ticks">
        {sharedOf(products, words).map((text) => (
          <li key={text}>
            <Icon name="check" size={20} />
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <ul class="assurance">
        <li>
          <Icon name="lock" size={22} />
          <div>
            <h2>{words.consent_safe_title}</h2>
            <p>{fill(words.consent_safe_text, { client })}</p>
          </div>
        </li>
        <li>
          <Icon name="hand" size={22} />
          <div>
            <h2>{words.consent_control_title}</h2>
            <p>{has_documents ? words.consent_control_text_docs : words.consent_control_text}</p>
          </div>
        </li>
      </ul>
    </Screen>
  );
}

const offersDocuments = ({ methods, order }: Session): boolean =>
  [methods, ...(order?.suborders ?? []).map((suborder) => suborder.methods)].some((one) => one.includes('docs'));

type Product = Session['product_type'];

const productsOf = ({ order, allowed_products }: Session): readonly Product[] =>
  order === null ? allowed_products : order.suborders.map(({ product_type }) => product_type);

/** Returns the texts about the data that these products read, without duplicates. */
function sharedOf(products: readonly Product[], words: Words): string[] {
  const texts = products.map((product) => words[`consent_${SHARED[product]}`]);
  return [...new Set([...texts, words.consent_identity])];
}

const SHARED = {
  income: 'income',
  employment: 'employment',
  deposit_switch: 'deposit',
  pll: 'deposit',
  insurance: 'insurance',
  transactions: 'accounts',
  assets: 'accounts',
  admin: 'admin',
} as const;

function Terms({ session, words }: { session: Session; words: Words }): JSX.Element {
  const { custom_end_user_agreement: agreement, privacy_url } = session.branding;
  const client = clientOf(session);
  const values: Readonly<Record<string, JSX.Element>> = {
    '{terms}':
      agreement === null ? (
        <>{fill(words.consent_own, { client })}</>
      ) : (
        <Outside url={agreement.url} words={words}>
          {agreement.header ?? client}
        </Outside>
      ),
    '{privacy}': (
      <Outside url={privacy_url ?? ''} words={words}>
        {words.consent_privacy}
      </Outside>
    ),
  };
  const text = privacy_url === null ? words.consent_terms : words.consent_terms_privacy;
  return <>{partsOf(text).map((part) => values[part] ?? part)}</>;
}

/** Renders a link only for http and https URLs, whatever the template contains. */
export function Outside({ url, words, children }: { url: string; words: Words; children: string }): JSX.Element {
  const href = webAddress(url);
  if (href === null) return <>{children}</>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <span class="only-heard"> ({words.opens_window})</span>
    </a>
  );
}
