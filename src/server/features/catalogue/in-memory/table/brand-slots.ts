import { LRUCache } from 'lru-cache';
import { GapList } from '#server/platform/number-sets/gap-list.ts';
import type { ProductGroups } from './product-groups.ts';
import { SlotSet } from './slot-set.ts';

/** Bytes of all cached brands together: enough for two million products. */
const MAX_BYTES = 2_000_000;
/** Bytes of a cached brand without its slots. */
const ENTRY_BYTES = 200;

/** Caches the slots of brands that lists are filtered by, because finding them tests every product. */
export class BrandSlots {
  readonly #brands = new LRUCache<number, GapList>({
    maxSize: MAX_BYTES,
    sizeCalculation: (slots) => ENTRY_BYTES + slots.byteLength,
  });
  /** Scratch memory. */
  readonly #found = new SlotSet();

  /** @param column of brand numbers; @param slotCount all slots with a product are below it */
  of(brand: number, column: Int32Array, groups: ProductGroups, slotCount: number): GapList {
    const known = this.#brands.get(brand);
    if (known) return known;
    const inColumn = this.#found.fill(slotCount).keepWithin({ column, min: brand, width: 0, allowed: undefined });
    const slots = new GapList(inColumn.keep((slot) => groups.has(slot)));
    this.#brands.set(brand, slots);
    return slots;
  }

  /** Call it when a product is added, removed, or has another brand. */
  reset(): void {
    if (this.#brands.size > 0) this.#brands.clear();
  }
}
