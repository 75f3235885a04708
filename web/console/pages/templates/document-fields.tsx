// The sections of a template's form about the methods, the documents, and the data that is returned.
import { Button } from '../../../shared/parts/basics.tsx';
import { Select, TextField } from '../../../shared/parts/fields.tsx';
import { fill } from '../../../shared/words.ts';
import { PRODUCT_WORDS } from '../../parts/statuses.tsx';
import { useWords, wordFor } from '../../words.ts';
import type { Draft } from './draft.ts';
import { Check, type Section } from './fields.tsx';
import { KIND_WORDS, WORDS } from './words.ts';

type Kind = keyof Draft['document_upload']['types'];
type Rule = Draft['document_upload']['types'][Kind];
type Method = Draft['data_sources_flow'][number];

const KINDS: readonly Kind[] = [
  'paystub',
  'w2',
  'f1099',
  'f1040',
  'insurance_home_policy',
  'insurance_auto_policy',
  'volunteer_letter',
  'other',
];
const METHODS: readonly Method[] = ['payroll', 'docs', 'financial_accounts', 'insurance', 'tax', 'scoring_attributes'];

export function DocumentFields({ draft, onChange }: Section) {
  const words = useWords(WORDS);
  const { data, reports } = draft;
  const returns = (change: Partial<Draft['data']>): void => onChange({ ...draft, data: { ...data, ...change } });
  return (
    <>
      <h2>{words.methods}</h2>
      <Methods
        flow={draft.data_sources_flow}
        onChange={(data_sources_flow) => onChange({ ...draft, data_sources_flow })}
      />
      <h2>{words.documents}</h2>
      <p class="hint">{words.documents_hint}</p>
      {KINDS.map((kind) => (
        <DocumentRule
          key={kind}
          kind={kind}
          rule={draft.document_upload.types[kind]}
          onChange={(rule) =>
            onChange({ ...draft, document_upload: { types: { ...draft.document_upload.types, [kind]: rule } } })
          }
        />
      ))}
      <h2>{words.data}</h2>
      <Check label={words.statements} is_on={data.statements} onChange={(statements) => returns({ statements })} />
      <Check label={words.w2s} is_on={data.w2s} onChange={(w2s) => returns({ w2s })} />
      <Check label={words.files} is_on={data.files} onChange={(files) => returns({ files })} />
      <div class="form-pair">
        <NumberField
          name="reports.voa.days_requested"
          label={words.voa_days}
          value={reports.voa.days_requested}
          onChange={(days) =>
            onChange({ ...draft, reports: { ...reports, voa: { ...reports.voa, days_requested: days ?? 0 } } })
          }
        />
        <NumberField
          name="reports.income_insights.days_requested"
          label={words.insights_days}
          value={reports.income_insights.days_requested}
          onChange={(days) =>
            onChange({ ...draft, reports: { ...reports, income_insights: { days_requested: days ?? 0 } } })
          }
        />
      </div>
    </>
  );
}

function Methods({ flow, onChange }: { flow: readonly Method[]; onChange(flow: Method[]): void }) {
  const words = useWords(WORDS);
  const names = useWords(PRODUCT_WORDS);
  const others = METHODS.filter((method) => !flow.includes(method));
  return (
    <div class="stack">
      {flow.length === 0 && <p class="hint">{words.no_methods}</p>}
      {flow.length > 0 && (
        <ol class="stack">
          {flow.map((method, at) => (
            <li key={method} class="line">
              <span>
                {at + 1}. {wordFor(names, method)}
              </span>
              {at > 0 && (
                <Button
                  kind="quiet"
                  is_small
                  label={fill(words.earlier_of, { method: wordFor(names, method) })}
                  onClick={() => onChange(moved(flow, at))}
                >
                  {words.earlier}
                </Button>
              )}
              <Button
                kind="quiet"
                is_small
                label={fill(words.without_of, { method: wordFor(names, method) })}
                onClick={() => onChange(flow.filter((one) => one !== method))}
              >
                {words.without}
              </Button>
            </li>
          ))}
        </ol>
      )}
      {others.length > 0 && (
        <Select
          label={words.add_method}
          value=""
          onChange={(value) => onChange([...flow, ...others.filter((method) => method === value)])}
          options={[
            { value: '', label: '–' },
            ...others.map((method) => ({ value: method, label: wordFor(names, method) })),
          ]}
        />
      )}
    </div>
  );
}

/** Moves the method at this position up by one. */
const moved = (flow: readonly Method[], at: number): Method[] => [
  ...flow.slice(0, at - 1),
  ...flow.slice(at, at + 1),
  ...flow.slice(at - 1, at),
  ...flow.slice(at + 1),
];

function DocumentRule({ kind, rule, onChange }: { kind: Kind; rule: Rule; onChange(rule: Rule): void }) {
  const words = useWords(WORDS);
  const kinds = useWords(KIND_WORDS);
  const name = kinds[kind];
  return (
    <div class="form-pair">
      <Select
        label={name}
        value={rule === null ? 'none' : rule.required ? 'required' : 'accepted'}
        onChange={(value) =>
          onChange(
            value === 'none'
              ? null
              : { min: rule?.min ?? null, max: rule?.max ?? null, required: value === 'required' },
          )
        }
        options={[
          { value: 'none', label: words.not_listed },
          { value: 'accepted', label: words.accepted },
          { value: 'required', label: words.required },
        ]}
      />
      {rule !== null && (
        <>
          <NumberField
            name={`${kind}.min`}
            label={fill(words.files_min, { kind: name })}
            value={rule.min}
            onChange={(min) => onChange({ ...rule, min })}
          />
          <NumberField
            name={`${kind}.max`}
            label={fill(words.files_max, { kind: name })}
            value={rule.max}
            onChange={(max) => onChange({ ...rule, max })}
          />
        </>
      )}
    </div>
  );
}

type NumberProps = { name: string; label: string; value: number | null; onChange(value: number | null): void };

const NumberField = ({ name, label, value, onChange }: NumberProps) => (
  <TextField
    name={name}
    label={label}
    inputmode="numeric"
    length_max={4}
    value={value === null ? '' : String(value)}
    onInput={(text) => {
      const digits = text.replaceAll(/\D/g, '');
      onChange(digits === '' ? null : Number(digits));
    }}
  />
);
