import { descriptionLine } from '#domain/catalogue/description.ts';
import type { Api, Data } from '#web/api/calls.ts';
import { pictureAddress } from '#web/shared/catalogue/picture.tsx';

type CategoryResponse = Data<'GET /categories/{id}'>;

/** The category that a list shows. */
export interface OpenedCategory extends Pick<CategoryResponse, 'id' | 'name' | 'description' | 'image' | 'path'> {
  /** The beginning of a long description; null: it is short. */
  readonly summary: string | null;
  readonly children: readonly Pick<CategoryResponse, 'id' | 'name' | 'image' | 'product_count'>[];
  /** For search engines and previews. */
  readonly metaDescription: string;
  readonly preview: string | null;
}

const NUMBER = /^\d{1,9}$/;
/** About three lines beside the picture. */
const MAX_SUMMARY = 260;

/** Null: no such category, or it could not be read; the list says what is wrong. */
export async function readOpenedCategory(api: Api, id: string | undefined): Promise<OpenedCategory | null> {
  if (id === undefined || !NUMBER.test(id)) return null;
  try {
    return opened(await api('GET /categories/{id}', { params: { id: Number(id) } }));
  } catch {
    return null;
  }
}

/** Cut at a word. */
const firstWords = (text: string): string => `${text.slice(0, MAX_SUMMARY).replace(/\s+\S*$/, '')}…`;

function opened({ id, name, description = '', image = null, path, children = [] }: CategoryResponse): OpenedCategory {
  return {
    id,
    name,
    description,
    image,
    path: path ?? [{ id, name, slug: '' }],
    children: children.map((child) => ({
      id: child.id,
      name: child.name,
      image: child.image,
      product_count: child.product_count,
    })),
    summary: description.length > MAX_SUMMARY ? firstWords(descriptionLine(description)) : null,
    metaDescription: descriptionLine(description),
    preview: image && pictureAddress(image, 1280),
  };
}
