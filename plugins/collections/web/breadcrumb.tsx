import { Link } from '#plugin/web';

/** Where a page is; `current` is its own name. */
export function Breadcrumb({ current, isCollection = false }: { current: string; isCollection?: boolean }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="breadcrumb">
        <li>
          <Link to="/">Home</Link>
        </li>
        {isCollection && (
          <li>
            <Link to="/collections">Collections</Link>
          </li>
        )}
        <li aria-current="page">{current}</li>
      </ol>
    </nav>
  );
}
