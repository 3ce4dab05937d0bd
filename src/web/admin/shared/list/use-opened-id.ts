import { useSearchParams } from 'react-router';

/**
 * The id of the row whose dialog is open, and a function that opens another or, with null, closes it. It is part of the URL
 * (`?order=12`), so that mails and other pages can link to it, and Back closes it.
 *
 *     const [opened, open] = useOpenedId('order');
 */
export function useOpenedId(parameter: string): readonly [number | null, (id: number | null) => void] {
  const [query, setQuery] = useSearchParams();
  const open = (id: number | null) =>
    setQuery(
      (now) => {
        if (id === null) now.delete(parameter);
        else now.set(parameter, String(id));
        return now;
      },
      { replace: id === null, preventScrollReset: true },
    );
  return [Number(query.get(parameter)) || null, open];
}
