// One task in a dialog: its status, its message, and links to the order and the connection that it belongs to.
import { Notice } from '../../../shared/parts/basics.tsx';
import { Dialog } from '../../../shared/parts/dialog.tsx';
import { Facts } from '../../../shared/parts/marks.tsx';
import { useDesk } from '../../desk.tsx';
import { useLoad } from '../../load.ts';
import { Id, Moment, OrderId } from '../../parts/page.tsx';
import { Json, Show } from '../../parts/states.tsx';
import { PRODUCT_WORDS, Status } from '../../parts/statuses.tsx';
import { COMMON } from '../../parts/words.ts';
import { useWords, wordFor } from '../../words.ts';
import { WORDS } from './words.ts';

export type Task = {
  id: string;
  link_id: string;
  order_id: string | null;
  status: string;
  product_type: string;
  data_source: string;
  provider: { name: string };
  error_message: string | null;
  created_at: string;
  updated_at: string;
};

export function TaskDialog({ id, onClose }: { id: string; onClose(): void }) {
  const { v1, to } = useDesk();
  const words = useWords(WORDS);
  const common = useWords(COMMON);
  const products = useWords(PRODUCT_WORDS);
  const task = useLoad<Task>(v1(`tasks/${id}/`));
  return (
    <Dialog kind="side" title={words.task} close_label={common.close} onClose={onClose}>
      <Show of={task}>
        {(value) => (
          <>
            <Facts
              facts={[
                [words.id, <Id id={value.id} />],
                [common.status, <Status of={value.status} />],
                [words.product, wordFor(products, value.product_type)],
                [words.method, wordFor(products, value.data_source)],
                [words.provider, value.provider.name],
                [words.link, <Id id={value.link_id} href={to(['links', value.link_id])} />],
                [words.of_order, <OrderId id={value.order_id} />],
                [common.created, <Moment at={value.created_at} />],
                [words.updated, <Moment at={value.updated_at} />],
              ]}
            />
            {value.error_message !== null && <Notice tone="warn">{value.error_message}</Notice>}
            <Json label={`GET /v1/tasks/${id}/`} value={value} />
          </>
        )}
      </Show>
    </Dialog>
  );
}
