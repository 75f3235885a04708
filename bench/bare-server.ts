// The baseline server: the same framework on the same database with the same SQL statements, and nothing else. It has
// no keys, limits, checks or encryption. Where the service stores encrypted (sealed) values, the baseline server stores
// random bytes of the same size. Its rows go into the prod environment, which the service under test does not read.
import { randomBytes } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';
import { newId } from '#base/ids.ts';

const pool = new pg.Pool({ connectionString: process.env['BARE_DATABASE_URL'], max: 12 });
pool.on('connect', (client) => void client.query('set search_path = vouch'));
const client_id = process.env['BARE_CLIENT_ID'] ?? '';
const app = Fastify();

const INSERT = `with key as (
     insert into data_keys (client_id, environment, owner_id, master_key_id, wrapped_key) values ($1, $2, $3, $10, $11)
   )
   insert into users (client_id, environment, id, external_user_id, sealed, ssn_hash, ssn_last4_hash, created_at, updated_at,
     email_hash, name_hash, last_name_hash, has_name_hashes)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $12, $13, $14, true)`;

const SELECT = `select u.id, u.external_user_id, u.sealed, u.created_at, u.updated_at, k.master_key_id, k.wrapped_key
   from users u join data_keys k on k.client_id = u.client_id and k.environment = u.environment and k.owner_id = u.id
   where u.client_id = $1 and u.environment = $2 and u.id = $3`;

app.post<{ Body: Record<string, string> }>('/v1/users/', async (request, reply) => {
  const id = newId();
  const now = new Date();
  await pool.query({
    name: 'insert',
    text: INSERT,
    values: [
      client_id,
      'prod',
      id,
      request.body['external_user_id'],
      randomBytes(150),
      randomBytes(32),
      randomBytes(32),
      now,
      now,
      'bare',
      randomBytes(61),
      randomBytes(32),
      randomBytes(32),
      randomBytes(32),
    ],
  });
  return reply.code(201).send({ ...request.body, id, created_at: now, updated_at: now });
});

app.get<{ Params: { id: string } }>('/v1/users/:id/', async (request) => {
  const { rows } = await pool.query({ name: 'select', text: SELECT, values: [client_id, 'prod', request.params.id] });
  const { id, external_user_id, created_at, updated_at } = rows[0];
  return {
    id,
    external_user_id,
    created_at,
    updated_at,
    first_name: 'Jane',
    last_name: 'Roe',
    email: 'jane.roe@example.com',
    phone: '+14155550134',
    ssn: '*****9991',
  };
});

console.log(`listens on ${await app.listen({ host: '127.0.0.1', port: 0 })}`);
process.on('SIGTERM', () => process.exit(0));
