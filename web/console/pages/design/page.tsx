// The design system on one page: its tokens with their current values, and its components.
import { useEffect, useState } from 'preact/hooks';
import { Button, Notice } from '../../../shared/parts/basics.tsx';
import { Select, TextField } from '../../../shared/parts/fields.tsx';
import { Badge, Facts, Key, Tabs } from '../../../shared/parts/marks.tsx';
import { Table } from '../../../shared/parts/table.tsx';
import { useApp } from '../../desk.tsx';
import { PageHead } from '../../parts/page.tsx';
import { CurlBlock, Empty, Json, Loading } from '../../parts/states.tsx';
import { LanguageSwitch } from '../../shell/account-menu.tsx';
import { SHELL } from '../../shell/words.ts';
import { onSystemScheme, THEMES } from '../../theme.ts';
import { inBoth, useWords } from '../../words.ts';

const WORDS = inBoth(
  {
    lead: 'The tokens and parts that the widget, the landing page and this console are made of.',
    colours: 'Colours',
    colours_lead: 'Every text colour has a contrast of at least 4.5 on its grounds, in light and in dark.',
    sizes: 'Space and shape',
    sizes_lead: 'One scale of distances; nothing is placed between its steps.',
    parts: 'Parts',
    token: 'Token',
    value: 'Value',
    purpose: 'Used for',
    paper: 'what carries content: cards, fields, dialogs',
    ground: 'what is behind the cards',
    ink: 'text',
    soft: 'text of second rank, labels',
    line: 'lines between and around things',
    edge: 'edges of fields: a contrast of 3 to their ground',
    accent: 'the main action; the operator’s colour in the widget',
    accent_text: 'links, focus, the chosen entry',
    tint: 'the chosen or pointed-at row',
    good: 'what went well',
    warn: 'what needs a look',
    alert: 'what failed, what cannot be undone',
    sandbox: 'the sandbox bar',
    prod: 'the production bar',
    chart: 'series of a chart, in this order',
    chart_forecast: 'what is expected, not measured',
    space: 'distance',
    round: 'corners',
    type: 'text size',
    motion: 'duration; none if the system asks for less motion',
    touch: 'the height of a field',
    name: 'Name',
    sample: 'Sample',
    empty_title: 'No orders yet',
    empty_text: 'An empty page shows the request that fills it.',
    notice: 'Something failed, and this says what to do.',
    notice_warn: 'This works, but look at it.',
    notice_calm: 'This is good to know.',
  },
  {
    lead: 'Los valores y las partes de los que están hechos el widget, la página de entrada y esta consola.',
    colours: 'Colores',
    colours_lead: 'Cada color de texto tiene un contraste de al menos 4.5 sobre sus fondos, en claro y en oscuro.',
    sizes: 'Espacio y forma',
    sizes_lead: 'Una sola escala de distancias; nada queda entre sus pasos.',
    parts: 'Partes',
    token: 'Nombre',
    value: 'Valor',
    purpose: 'Se usa para',
    paper: 'lo que lleva contenido: tarjetas, campos, diálogos',
    ground: 'lo que está detrás de las tarjetas',
    ink: 'texto',
    soft: 'texto de segundo rango, etiquetas',
    line: 'líneas entre las cosas y alrededor',
    edge: 'bordes de campos: contraste 3 con su fondo',
    accent: 'la acción principal; el color del operador en el widget',
    accent_text: 'enlaces, foco, la entrada elegida',
    tint: 'la fila elegida o señalada',
    good: 'lo que salió bien',
    warn: 'lo que hay que mirar',
    alert: 'lo que falló, lo que no se puede deshacer',
    sandbox: 'la barra de pruebas',
    prod: 'la barra de producción',
    chart: 'series de un gráfico, en este orden',
    chart_forecast: 'lo esperado, no lo medido',
    space: 'distancia',
    round: 'esquinas',
    type: 'tamaño del texto',
    motion: 'duración; ninguna si el sistema pide menos movimiento',
    touch: 'la altura de un campo',
    name: 'Nombre',
    sample: 'Ejemplo',
    empty_title: 'Aún no hay órdenes',
    empty_text: 'Una página vacía muestra la solicitud que la llena.',
    notice: 'Algo falló, y esto dice qué hacer.',
    notice_warn: 'Esto funciona, pero conviene mirarlo.',
    notice_calm: 'Es bueno saberlo.',
  },
);

type Purpose = keyof typeof WORDS.en;

const COLOURS: readonly (readonly [string, Purpose])[] = [
  ['--paper', 'paper'],
  ['--ground', 'ground'],
  ['--ink', 'ink'],
  ['--soft', 'soft'],
  ['--line', 'line'],
  ['--edge', 'edge'],
  ['--accent', 'accent'],
  ['--accent-text', 'accent_text'],
  ['--tint', 'tint'],
  ['--good', 'good'],
  ['--warn', 'warn'],
  ['--alert', 'alert'],
  ['--sandbox', 'sandbox'],
  ['--prod', 'prod'],
  ...[1, 2, 3, 4, 5].map((at) => [`--chart-${at}`, 'chart'] as const),
  ['--chart-forecast', 'chart_forecast'],
];

const SIZES: readonly (readonly [string, Purpose])[] = [
  ...[1, 2, 3, 4, 5, 6, 7].map((at) => [`--space-${at}`, 'space'] as const),
  ['--round', 'round'],
  ['--round-large', 'round'],
  ['--small', 'type'],
  ['--body', 'type'],
  ['--large', 'type'],
  ['--title', 'type'],
  ['--quick', 'motion'],
  ['--calm', 'motion'],
  ['--touch', 'touch'],
];

export default function Design() {
  const words = useWords(WORDS);
  const shell = useWords(SHELL);
  const { href, theme, setTheme } = useApp();
  return (
    <main class="page">
      <PageHead title={shell.design} lead={words.lead} crumbs={[{ label: shell.console, href: href(null, []) }]}>
        <div class="switch" role="group" aria-label={shell.theme}>
          {THEMES.map((one) => (
            <button key={one} type="button" aria-pressed={one === theme} onClick={() => setTheme(one)}>
              {shell[`theme_${one}`]}
            </button>
          ))}
        </div>
        <LanguageSwitch />
      </PageHead>
      <section class="card">
        <div>
          <h2>{words.colours}</h2>
          <p class="soft small">{words.colours_lead}</p>
        </div>
        <Tokens tokens={COLOURS} is_colour />
      </section>
      <section class="card">
        <div>
          <h2>{words.sizes}</h2>
          <p class="soft small">{words.sizes_lead}</p>
        </div>
        <Tokens tokens={SIZES} />
      </section>
      <Parts />
    </main>
  );
}

type TokensProps = { tokens: readonly (readonly [string, Purpose])[]; is_colour?: boolean };

function Tokens({ tokens, is_colour = false }: TokensProps) {
  const words = useWords(WORDS);
  const { theme } = useApp();
  const [values, setValues] = useState<Record<string, string>>({});
  useEffect(() => {
    const read = (): void => {
      const style = getComputedStyle(document.documentElement);
      setValues(Object.fromEntries(tokens.map(([name]) => [name, style.getPropertyValue(name).trim()])));
    };
    read();
    return onSystemScheme(read);
  }, [theme]);
  return (
    <Table
      caption={is_colour ? words.colours : words.sizes}
      rows={tokens}
      keyOf={([name]) => name}
      columns={[
        { label: words.token, show: ([name]) => <code class="mono">{name}</code> },
        {
          label: words.sample,
          show: ([name]) => (
            <span
              class={is_colour ? 'swatch' : 'swatch swatch-size'}
              style={is_colour ? { background: `var(${name})` } : { inlineSize: sizeOf(name, values[name]) }}
            />
          ),
        },
        { label: words.value, show: ([name]) => <span class="soft">{values[name]}</span> },
        { label: words.purpose, show: ([, purpose]) => words[purpose] },
      ]}
    />
  );
}

const sizeOf = (name: string, value = ''): string => (value.endsWith('ms') ? '0' : `var(${name})`);

function Parts() {
  const words = useWords(WORDS);
  const shell = useWords(SHELL);
  const [text, setText] = useState('Jordan Averill');
  const nothing = (): void => undefined;
  return (
    <section class="stack">
      <h2>{words.parts}</h2>
      <div class="card">
        <div class="line">
          <Button onClick={nothing}>{words.sample}</Button>
          <Button kind="second" onClick={nothing}>
            {words.sample}
          </Button>
          <Button kind="quiet" onClick={nothing}>
            {words.sample}
          </Button>
          <Button is_busy onClick={nothing}>
            {words.sample}
          </Button>
        </div>
        <div class="line">
          {(['good', 'busy', 'warn', 'bad', 'calm'] as const).map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
          <Key>Ctrl K</Key>
        </div>
        <Tabs
          label={words.parts}
          now="a"
          tabs={[
            { id: 'a', label: shell.page_orders, href: '#a', count: 3 },
            { id: 'b', label: shell.page_people, href: '#b' },
          ]}
        />
        <div class="form-pair">
          <TextField name="sample" label={words.name} value={text} onInput={setText} />
          <Select
            label={shell.environment}
            value="a"
            onChange={nothing}
            options={[{ value: 'a', label: shell.sandbox }]}
          />
        </div>
        <Facts
          facts={[
            [words.name, text],
            [shell.environment, shell.sandbox],
          ]}
        />
      </div>
      <div class="columns">
        <div class="stack">
          <Notice>{words.notice}</Notice>
          <Notice tone="warn">{words.notice_warn}</Notice>
          <Notice tone="calm">{words.notice_calm}</Notice>
          <Loading rows={3} />
        </div>
        <Json label="JSON" value={{ order_id: '5f0e', amount: '1250.00', count: 3, is_final: true, link_id: null }} />
      </div>
      <CurlBlock method="POST" path="users/" body={{ external_user_id: 'jordan' }} />
      <Empty title={words.empty_title} text={words.empty_text} curl={{ path: 'orders/' }} />
    </section>
  );
}
