// The API reference with the client's own keys: the client id is filled in, and the user may add a secret.
import { useState } from 'preact/hooks';
import { Button } from '../../../shared/parts/basics.tsx';
import { CopyButton } from '../../../shared/parts/code-block.tsx';
import { TextField } from '../../../shared/parts/fields.tsx';
import { SERVER_URL } from '../../../shared/server.ts';
import { useDesk } from '../../desk.tsx';
import { PageHead } from '../../parts/page.tsx';
import { COMMON } from '../../parts/words.ts';
import { openReference } from '../../reference.ts';
import { inBoth, useWords } from '../../words.ts';

const WORDS = inBoth(
  {
    title: 'API reference',
    lead: 'Read about every endpoint, and try it with your own key. The reference opens in a new tab.',
    client_id: 'Client id',
    secret: 'Secret',
    secret_hint:
      'A secret of this environment. Only the new tab gets it. It is not stored and not part of an address; closing the tab discards it.',
    other_environment: 'This is a secret of the other environment.',
    no_secret: 'This is not a secret: secrets begin with “{prefix}”.',
    open: 'Open the reference with this key',
    open_plain: 'Open it without a key',
    prod_note: 'What you try with a production secret reads and changes real data.',
    no_key: 'No secret at hand? Secrets are shown only once.',
    make_key: 'To the API keys',
  },
  {
    title: 'Referencia de la API',
    lead: 'Lea sobre cada endpoint y pruébelo con su propia clave. La referencia se abre en otra pestaña.',
    client_id: 'ID de cliente',
    secret: 'Secreto',
    secret_hint:
      'Un secreto de este entorno. Solo lo recibe la nueva pestaña. No se guarda ni forma parte de una dirección; al cerrar la pestaña se descarta.',
    other_environment: 'Este secreto es del otro entorno.',
    no_secret: 'Esto no es un secreto: los secretos empiezan con «{prefix}».',
    open: 'Abrir la referencia con esta clave',
    open_plain: 'Abrirla sin clave',
    prod_note: 'Lo que pruebe con un secreto de producción lee y cambia datos reales.',
    no_key: '¿No tiene un secreto? Los secretos se muestran una sola vez.',
    make_key: 'A las claves de API',
  },
);

export default function Reference() {
  const { place, to } = useDesk();
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string>();
  const open = (): void => {
    const secret = typed.trim();
    const problem = problemOf(secret, place.environment);
    setFault(problem === undefined ? undefined : words[problem].replace('{prefix}', `${place.environment}-`));
    if (problem === undefined) openReference(place.client_id, secret);
  };
  return (
    <>
      <PageHead title={words.title} lead={words.lead} />
      <form
        class="card"
        onSubmit={(event) => {
          event.preventDefault();
          open();
        }}
      >
        <h2>{words.client_id}</h2>
        <div class="secret">
          <span>{place.client_id}</span>
          <CopyButton text={place.client_id} labels={common} name={words.client_id} />
        </div>
        <TextField
          name="secret"
          type="password"
          label={words.secret}
          hint={words.secret_hint}
          optional={common.optional}
          value={typed}
          fault={fault}
          show={common}
          onInput={setTyped}
        />
        {place.environment === 'prod' && <p class="soft small">{words.prod_note}</p>}
        <div class="line">
          <Button type="submit">{words.open}</Button>
          <a class="button button-second" href={`${SERVER_URL}docs/`} target="_blank" rel="noopener noreferrer">
            {words.open_plain}
          </a>
        </div>
        <p class="soft small">
          {words.no_key} <a href={to(['keys'])}>{words.make_key}</a>
        </p>
      </form>
    </>
  );
}

/** What is wrong with a typed secret. An empty secret is valid: the reference then opens with the client id only. */
export function problemOf(
  secret: string,
  environment: 'sandbox' | 'prod',
): 'other_environment' | 'no_secret' | undefined {
  if (secret === '' || secret.startsWith(`${environment}-`)) return undefined;
  return /^(?:sandbox|prod)-/.test(secret) ? 'other_environment' : 'no_secret';
}
