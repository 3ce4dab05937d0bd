import { buttonClass } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';

interface OnePageProps {
  current: number;
  last: number;
  addressOf: (page: number) => string;
}

/** Back-office §2: one page number, with Prev and Next. */
export function OnePage({ current, last, addressOf }: OnePageProps) {
  if (last <= 1) return null;
  return (
    <nav aria-label="Pages" className="mt-6 flex items-center justify-center gap-2">
      <Step name="Prev" page={current - 1} isOff={current <= 1} addressOf={addressOf} />
      <span className="min-w-11 text-center font-semibold nums" aria-current="page">
        <span className="sr-only">Page </span>
        {current}
        <span className="sr-only"> of {last}</span>
      </span>
      <Step name="Next" page={current + 1} isOff={current >= last} addressOf={addressOf} />
    </nav>
  );
}

function Step({
  name,
  page,
  isOff,
  addressOf,
}: { name: string; page: number; isOff: boolean } & Pick<OnePageProps, 'addressOf'>) {
  const look = buttonClass('secondary', 'button-small');
  if (isOff) {
    return (
      <span className={look} aria-disabled="true">
        {name}
      </span>
    );
  }
  return (
    <Link to={addressOf(page)} className={look}>
      {name}
    </Link>
  );
}
