// The page for a URL that does not exist.
import { useApp } from '../desk.tsx';
import { Gate } from '../pages/sign-in/gate.tsx';
import { PageHead } from '../parts/page.tsx';
import { useWords } from '../words.ts';
import { SHELL } from './words.ts';

export function Lost({ title, text, is_inside = false }: { title: string; text: string; is_inside?: boolean }) {
  const { href } = useApp();
  const words = useWords(SHELL);
  if (is_inside) {
    return (
      <>
        <PageHead title={title} lead={text} />
        <p>
          <a href={href(null, [])}>{words.to_home}</a>
        </p>
      </>
    );
  }
  return (
    <Gate title={title} lead={text}>
      <a class="button button-main" href={href(null, [])}>
        {words.to_home}
      </a>
    </Gate>
  );
}
