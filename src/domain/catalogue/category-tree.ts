/** Maximum depth of the category tree: department, section, shelf. */
export const MAX_CATEGORY_LEVELS = 3;

/** The part of a category that says where it is in the tree. */
export interface CategoryPlace {
  readonly id: number;
  /** Null: a category of the first level. */
  readonly parent_id: number | null;
}

/** The categories of a tree by id, and those directly below each. */
export class CategoryTree<C extends CategoryPlace> {
  /** In the order given. */
  readonly all: readonly C[];
  readonly #byId: ReadonlyMap<number, C>;
  readonly #below: ReadonlyMap<number | null, readonly C[]>;
  /** Lists need it for every product. */
  readonly #tops: ReadonlyMap<number, C>;

  /** @param categories siblings in the merchant's order */
  constructor(categories: readonly C[]) {
    this.all = categories;
    this.#byId = new Map(categories.map((category) => [category.id, category]));
    // A category whose parent is missing, because it is not part of this tree, is shown on the first level.
    this.#below = Map.groupBy(categories, ({ parent_id }) =>
      parent_id !== null && this.#byId.has(parent_id) ? parent_id : null,
    );
    this.#tops = new Map(categories.map((category) => [category.id, this.pathOf(category.id)[0] ?? category]));
  }

  get(id: number): C | undefined {
    return this.#byId.get(id);
  }

  /** The categories directly below one; of the first level for null. */
  childrenOf(id: number | null): readonly C[] {
    return this.#below.get(id) ?? [];
  }

  /** The category of the first level above one, or itself. */
  topOf(id: number): C | undefined {
    return this.#tops.get(id);
  }

  /** From the first level down to the category itself; empty for an unknown one. */
  pathOf(id: number): C[] {
    const path: C[] = [];
    let next = this.#byId.get(id);
    // At most once through all of them, even if a loop was written past the rules.
    while (next && path.length < this.#byId.size) {
      path.unshift(next);
      next = next.parent_id === null ? undefined : this.#byId.get(next.parent_id);
    }
    return path;
  }

  /** The category itself and all below it. */
  branchOf(id: number): C[] {
    const branch: C[] = [];
    const walk = (category: C | undefined): void => {
      if (!category || branch.includes(category)) return;
      branch.push(category);
      for (const child of this.childrenOf(category.id)) walk(child);
    };
    walk(this.#byId.get(id));
    return branch;
  }

  /** Number of levels from the category down to the deepest one below it; 1 without subcategories. */
  heightOf(id: number): number {
    const levels = this.branchOf(id).map((category) => this.pathOf(category.id).length);
    return Math.max(...levels) - this.pathOf(id).length + 1;
  }

  /**
   * Why a category cannot be placed below another.
   * @param id null: a new category
   */
  placeProblem(id: number | null, parentId: number | null): 'no_parent' | 'loop' | 'too_deep' | undefined {
    if (parentId === null) return undefined;
    const path = this.pathOf(parentId);
    if (path.length === 0) return 'no_parent';
    if (id !== null && path.some((category) => category.id === id)) return 'loop';
    const height = id === null ? 1 : this.heightOf(id);
    return path.length + height > MAX_CATEGORY_LEVELS ? 'too_deep' : undefined;
  }
}

/** Between the steps of a category's path in CSV files. */
const STEP = ' > ';

/** A category's path as a CSV file contains it: `electronics > cameras`. */
export const pathCell = (steps: readonly string[]): string => steps.join(STEP);

/** A name, slug or path as typed in a file, in the form in which it is looked up. */
export const pathKey = (text: string): string => pathCell(text.split('>').map((step) => step.trim().toLowerCase()));
