// Measures the time to read an order with much data: three employers with 18 to 30 months of pay, and a bank with every
// kind of account. This time is compared with the time to read the same order from the list of orders, which does not
// contain this data.
import { clientOf } from './client.ts';
import type { Service } from './service.ts';
import { atMost, type Figure, median } from './table.ts';

const READS = 200;
const READ_MS_MAX = 25;
/** The number of warm-up reads before the measurement. After the warm-up, the code is compiled. */
const WARMING_UP = 50;

const PAYROLL = ['goodlogin', 'fulltime', 'biweekly'];

export async function benchOrders(service: Service): Promise<Figure[]> {
  const api = clientOf(service);
  try {
    const order = await api.post('/v1/orders/', {
      products: ['income', 'assets'],
      first_name: 'Jane',
      last_name: 'Roe',
      employers: PAYROLL.map((name) => ({ company_name: name })),
    });
    const { id = '', user_id = '' } = order;
    const connect = (provider_id: string, username: string, product_type: string) =>
      api.post('/v1/sandbox/links/', {
        user_id,
        order_id: id,
        provider_id,
        username,
        password: 'goodpassword',
        product_type,
      });
    for (const username of PAYROLL) {
      await connect('vouch_payroll', username, 'income');
      await settled(() => api.get(`/v1/tasks/?order_id=${id}&status=done`), PAYROLL.indexOf(username) + 1);
    }
    await connect('vouch_bank', 'goodlogin.all', 'assets');
    await settled(() => api.get(`/v1/tasks/?order_id=${id}&status=done`), PAYROLL.length + 1);
    const read = async (path: string) => {
      const started_ms = performance.now();
      await api.fetch(path);
      return performance.now() - started_ms;
    };
    const whole: number[] = [];
    const listed: number[] = [];
    for (let round = 0; round < WARMING_UP + READS; round++) {
      whole.push(await read(`/v1/orders/${id}/`));
      listed.push(await read(`/v1/orders/?user_id=${user_id}`));
    }
    const without_ms = median(listed.slice(WARMING_UP));
    const with_ms = median(whole.slice(WARMING_UP));
    return [
      atMost(
        'GET /v1/orders/{id}/ with three employers and a bank, median',
        with_ms,
        READ_MS_MAX,
        'ms',
        `${without_ms.toFixed(2)} ms without its data, × ${(with_ms / without_ms).toFixed(1)}`,
      ),
    ];
  } finally {
    api.close();
  }
}

async function settled(read: () => Promise<{ count?: number }>, expected: number): Promise<void> {
  while (((await read()).count ?? 0) < expected) await new Promise((resolve) => setTimeout(resolve, 20));
}
