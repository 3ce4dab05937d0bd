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

/** At the ends it is the same link without a target, so that keyboard users keep the focus. */
function Step({
  name,
  page,
  isOff,
  addressOf,
}: { name: string; page: number; isOff: boolean } & Pick<OnePageProps, 'addressOf'>) {
  return (
    <Link
      to={addressOf(Math.max(1, page))}
      className={buttonClass('secondary', 'button-small')}
      aria-disabled={isOff || undefined}
      onClick={(event) => isOff && event.preventDefault()}
    >
      {name}
    </Link>
  );
}
