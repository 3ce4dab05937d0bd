import { shop } from '#plugin/web';

interface SearchPreviewProps {
  title: string;
  description: string;
  path: string;
}

/** How a page may look in the results of a search engine. */
export function SearchPreview({ title, description, path }: SearchPreviewProps) {
  return (
    <figure className="rounded-field border border-line bg-surface p-4">
      <figcaption className="mb-2 text-muted text-small">In search results</figcaption>
      <p className="truncate text-muted text-small">
        {location.host}
        {path.replaceAll('/', ' › ')}
      </p>
      <p className="truncate text-info text-lg">
        {title || 'Untitled'} | {shop().siteName}
      </p>
      <p className="line-clamp-2 text-small">{description || 'The beginning of the text.'}</p>
    </figure>
  );
}
