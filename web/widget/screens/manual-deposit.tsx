// The screen for a deposit that cannot be switched automatically. It shows the details that the applicant has to give
// to the employer.
import { Button } from '../../shared/parts/basics.tsx';
import type { Words } from '../../shared/words.ts';
import { aimOf } from '../machine/moves.ts';
import { Screen, useView } from '../view.tsx';
import { DepositFacts, depositFacts } from './links.tsx';

export function ManualDeposit() {
  const { state, words, dispatch } = useView();
  const deposit = aimOf(state)?.deposit ?? null;
  if (deposit === null) return null;
  const text = formText(words, depositFacts(words, deposit));
  const report = (action: 'DOWNLOAD' | 'EMAIL' | 'SHARE'): void => dispatch({ type: 'manual_deposit_done', action });
  return (
    <Screen
      title={words.manual_title}
      lead={words.manual_text}
      actions={
        <>
          <Button
            onClick={() => {
              download(text);
              report('DOWNLOAD');
            }}
          >
            {words.manual_download}
          </Button>
          <Button
            kind="second"
            onClick={() => {
              const query = new URLSearchParams({ subject: words.manual_form_title, body: text });
              window.open(`mailto:?${query.toString().replaceAll('+', '%20')}`, '_self');
              report('EMAIL');
            }}
          >
            {words.manual_email}
          </Button>
          {'share' in navigator && (
            <Button
              kind="quiet"
              onClick={() => {
                navigator.share({ title: words.manual_form_title, text }).then(
                  () => report('SHARE'),
                  () => undefined,
                );
              }}
            >
              {words.manual_share}
            </Button>
          )}
          <Button kind="quiet" onClick={() => dispatch({ type: 'later' })}>
            {words.way_later}
          </Button>
        </>
      }
    >
      <DepositFacts deposit={deposit} />
    </Screen>
  );
}

/**
 * The browser never shows the full account number, so the form has a blank in which the applicant writes the number.
 */
const formText = (words: Words, facts: readonly [string, string][]): string =>
  [
    words.manual_form_title,
    '',
    ...facts.map(([name, value]) => `${name}: ${value}`),
    `${words.manual_form_number}: ______________________`,
    '',
    `${words.manual_form_sign} ______________________`,
    '',
  ].join('\n');

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'direct-deposit.txt';
  link.click();
  URL.revokeObjectURL(url);
}
