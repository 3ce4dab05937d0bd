import { useLoaderData } from 'react-router';
import { pageLoaders, pageTitle } from '#plugin/web';
import type { contract } from '../contract.ts';

const page = pageLoaders<typeof contract>()(({ call, params: { productId = '' } }) =>
  call('GET /questions/{productId}', { params: { productId } }),
);
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const meta = () => [{ title: pageTitle('Questions') }];

export default function QuestionsPage() {
  const questions = useLoaderData<typeof loader>();
  return (
    <dl className="page py-8">
      {questions.data.map(({ id, text, answer }) => (
        <div key={id}>
          <dt>{text}</dt>
          <dd>{answer}</dd>
        </div>
      ))}
    </dl>
  );
}
