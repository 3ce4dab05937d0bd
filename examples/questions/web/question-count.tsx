import { Link, type SlotProps } from '#plugin/web';

export default function QuestionCount({ product, data }: SlotProps<'product.heading', { count: number }>) {
  if (!data) return null;
  return <Link to={`/questions/${product.id}`}>{data.count === 1 ? '1 question' : `${data.count} questions`}</Link>;
}
