// Members and invitations of this environment.
import { useState } from 'preact/hooks';
import { ROLES, type Role } from '#domain/console/roles.ts';
import { Button, Notice } from '../../../shared/parts/basics.tsx';
import { CopyButton } from '../../../shared/parts/code-block.tsx';
import { Dialog } from '../../../shared/parts/dialog.tsx';
import { Select, TextField } from '../../../shared/parts/fields.tsx';
import { Badge } from '../../../shared/parts/marks.tsx';
import { Table } from '../../../shared/parts/table.tsx';
import { useDesk } from '../../desk.tsx';
import type { Problem } from '../../http.ts';
import { useLoad } from '../../load.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Moment, PageHead } from '../../parts/page.tsx';
import { FormProblem, faultOf, problemText, Show } from '../../parts/states.tsx';
import { COMMON } from '../../parts/words.ts';
import { inBoth, useWords } from '../../words.ts';

const WORDS = inBoth(
  {
    title: 'Members',
    lead: 'Who may work in this environment, and as what. The other environment has its own members.',
    invite: 'Invite a member',
    name: 'Name',
    email: 'E-mail address',
    role: 'Role',
    role_of: 'Role of {name}',
    factor: 'Second factor',
    has_factor: 'Set up',
    no_factor: 'Missing',
    since: 'Member since',
    remove: 'Remove',
    remove_title: 'Remove this member?',
    remove_text: 'The person is signed out at once, and cannot see this environment any more.',
    removed: 'The member was removed.',
    changed: 'The role was changed.',
    invitations: 'Open invitations',
    expires: 'Valid until',
    revoke: 'Withdraw',
    revoked: 'The invitation was withdrawn.',
    send: 'Invite',
    link_title: 'The invitation',
    link_text: 'It was mailed if mail is set up. You can also send this link yourself. It works once, for seven days.',
    done: 'Done',
    you: 'You',
    owner: 'Owner',
    developer: 'Developer',
    underwriter: 'Underwriter',
    reviewer: 'Reviewer',
    auditor: 'Auditor',
    owner_text: 'Everything, members and roles too',
    developer_text: 'Keys, webhooks, logs, sandbox; reads cases in production',
    underwriter_text: 'Orders, people and reports',
    reviewer_text: 'Document reviews; reads cases',
    auditor_text: 'Reads everything, changes nothing, sees nothing unmasked',
    roles: 'What the roles may do',
  },
  {
    title: 'Miembros',
    lead: 'Quién puede trabajar en este entorno y como qué. El otro entorno tiene sus propios miembros.',
    invite: 'Invitar a alguien',
    name: 'Nombre',
    email: 'Correo electrónico',
    role: 'Rol',
    role_of: 'Rol de {name}',
    factor: 'Segundo factor',
    has_factor: 'Configurado',
    no_factor: 'Falta',
    since: 'Miembro desde',
    remove: 'Quitar',
    remove_title: '¿Quitar a este miembro?',
    remove_text: 'La sesión de la persona termina enseguida, y ya no puede ver este entorno.',
    removed: 'El miembro se quitó.',
    changed: 'El rol se cambió.',
    invitations: 'Invitaciones abiertas',
    expires: 'Válida hasta',
    revoke: 'Retirar',
    revoked: 'La invitación se retiró.',
    send: 'Invitar',
    link_title: 'La invitación',
    link_text: 'Se envió por correo si está configurado. También puede enviar este enlace. Sirve una vez, siete días.',
    done: 'Listo',
    you: 'Usted',
    owner: 'Propietario',
    developer: 'Desarrollador',
    underwriter: 'Evaluador',
    reviewer: 'Revisor',
    auditor: 'Auditor',
    owner_text: 'Todo, también miembros y roles',
    developer_text: 'Claves, webhooks, registros, pruebas; lee casos en producción',
    underwriter_text: 'Órdenes, personas e informes',
    reviewer_text: 'Revisión de documentos; lee casos',
    auditor_text: 'Lee todo, no cambia nada, no ve nada sin ocultar',
    roles: 'Qué puede cada rol',
  },
);

type Member = { id: string; email: string; name: string; role: Role; has_second_factor: boolean; created_at: string };
type Invitation = { id: string; email: string; role: Role; created_at: string; expires_at: string };

export default function Members() {
  const desk = useDesk();
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const members = useLoad<{ results: readonly Member[] }>(desk.own('members/'));
  const invitations = useLoad<{ results: readonly Invitation[] }>(desk.own('invitations/'));
  const [is_inviting, setInviting] = useState(false);
  const [leaving, setLeaving] = useState<Member>();
  const may_write = desk.may('administration', 'write');
  const change = async (method: 'PATCH' | 'DELETE', path: string, done: string, body?: object): Promise<void> => {
    const { problem } = await desk.http.send(method, desk.own(path), body);
    desk.say(problem === undefined ? { text: done } : { text: problemText(common, problem), tone: 'bad' });
    members.reload();
    invitations.reload();
  };
  return (
    <>
      <PageHead title={words.title} lead={words.lead}>
        {may_write && <Button onClick={() => setInviting(true)}>{words.invite}</Button>}
      </PageHead>
      <Show of={members}>
        {({ results }) => (
          <Table
            caption={words.title}
            rows={results}
            keyOf={({ id }) => id}
            columns={[
              {
                label: words.name,
                show: ({ id, name, email }) => (
                  <span class="line">
                    <strong>{name || email}</strong>
                    {id === desk.session.user.id && <Badge>{words.you}</Badge>}
                  </span>
                ),
              },
              { label: words.email, show: ({ email }) => <span class="whole">{email}</span> },
              {
                label: words.role,
                show: ({ id, name, role }) =>
                  may_write ? (
                    <select
                      class="client-switch"
                      aria-label={words.role_of.replace('{name}', name)}
                      value={role}
                      onChange={(event) =>
                        void change('PATCH', `members/${id}/`, words.changed, { role: event.currentTarget.value })
                      }
                    >
                      {ROLES.map((one) => (
                        <option key={one} value={one}>
                          {words[one]}
                        </option>
                      ))}
                    </select>
                  ) : (
                    words[role]
                  ),
              },
              {
                label: words.factor,
                show: ({ has_second_factor }) => (
                  <Badge tone={has_second_factor ? 'good' : 'warn'}>
                    {has_second_factor ? words.has_factor : words.no_factor}
                  </Badge>
                ),
              },
              { label: words.since, is_minor: true, show: ({ created_at }) => <Moment at={created_at} /> },
              {
                label: words.remove,
                show: (member) =>
                  may_write && (
                    <Button kind="quiet" label={`${words.remove}: ${member.name}`} onClick={() => setLeaving(member)}>
                      {words.remove}
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </Show>
      {(invitations.value?.results.length ?? 0) > 0 && (
        <section class="stack">
          <h2>{words.invitations}</h2>
          <Table
            caption={words.invitations}
            rows={invitations.value?.results ?? []}
            keyOf={({ id }) => id}
            columns={[
              { label: words.email, show: ({ email }) => email },
              { label: words.role, show: ({ role }) => words[role] },
              { label: words.expires, show: ({ expires_at }) => <Moment at={expires_at} /> },
              {
                label: words.revoke,
                show: ({ id, email }) =>
                  may_write && (
                    <Button
                      kind="quiet"
                      label={`${words.revoke}: ${email}`}
                      onClick={() => void change('DELETE', `invitations/${id}/`, words.revoked)}
                    >
                      {words.revoke}
                    </Button>
                  ),
              },
            ]}
          />
        </section>
      )}
      <section class="card">
        <h2>{words.roles}</h2>
        <dl class="fact-grid">
          {ROLES.map((role) => (
            <div key={role}>
              <dt>{words[role]}</dt>
              <dd>{words[`${role}_text`]}</dd>
            </div>
          ))}
        </dl>
      </section>
      {is_inviting && (
        <Invite
          onClose={() => {
            setInviting(false);
            invitations.reload();
          }}
        />
      )}
      {leaving !== undefined && (
        <Confirm
          title={words.remove_title}
          action={words.remove}
          run={() => desk.http.send('DELETE', desk.own(`members/${leaving.id}/`))}
          onClose={() => setLeaving(undefined)}
          onDone={() => {
            setLeaving(undefined);
            desk.say({ text: words.removed });
            members.reload();
          }}
        >
          <p>
            {leaving.name} ({leaving.email})
          </p>
          <p>{words.remove_text}</p>
        </Confirm>
      )}
    </>
  );
}

function Invite({ onClose }: { onClose(): void }) {
  const { http, own } = useDesk();
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<string>('underwriter');
  const [problem, setProblem] = useState<Problem>();
  const [url, setUrl] = useState<string>();
  const invite = async (): Promise<void> => {
    const answer = await http.send<{ url: string }>('POST', own('invitations/'), { email: email.trim(), role });
    if (answer.problem === undefined) setUrl(answer.value.url);
    else setProblem(answer.problem);
  };
  if (url !== undefined) {
    return (
      <Dialog key="link" title={words.link_title} close_label={common.close} onClose={onClose}>
        <Notice tone="calm">{words.link_text}</Notice>
        <div class="secret">
          <span>{url}</span>
          <CopyButton text={url} labels={common} name={words.link_title} />
        </div>
        <div class="form-end">
          <Button onClick={onClose}>{words.done}</Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog key="form" title={words.invite} close_label={common.close} onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void invite();
        }}
      >
        <TextField
          name="email"
          type="email"
          label={words.email}
          value={email}
          onInput={setEmail}
          fault={faultOf(problem, 'email')}
        />
        <Select
          label={words.role}
          value={role}
          onChange={setRole}
          options={ROLES.map((value) => ({ value, label: `${words[value]}: ${words[`${value}_text`]}` }))}
        />
        <FormProblem problem={problem} fields={['email']} />
        <div class="form-end">
          <Button kind="second" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit">{words.send}</Button>
        </div>
      </form>
    </Dialog>
  );
}
