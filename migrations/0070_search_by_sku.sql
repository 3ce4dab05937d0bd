-- Shoppers who know a SKU find its product: whole or from its beginning, in any case and punctuation.
SET LOCAL lock_timeout = '5s';

CREATE INDEX product_by_searched_sku ON product ((regexp_replace(upper(sku), '[^A-Z0-9]', '', 'g')) text_pattern_ops);
CREATE INDEX product_variant_by_searched_sku
  ON product_variant ((regexp_replace(upper(sku), '[^A-Z0-9]', '', 'g')) text_pattern_ops) INCLUDE (product_id);
