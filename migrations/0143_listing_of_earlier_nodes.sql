-- During an upgrade, what nodes of the version before 0137 write about products is listed too: they do not know the listing, and
-- nobody would write it again. The others say in their transactions that they write it themselves. A later release drops this.
SET LOCAL lock_timeout = '5s';

CREATE FUNCTION product_search.list_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM product_search.listing WHERE product_id = OLD.product_id;
    RETURN NULL;
  END IF;
  INSERT INTO product_search.listing
         (product_id, category_id, name_key, brand, brand_key, price, is_on_sale, created_at, rating, popularity, in_stock)
  VALUES (NEW.product_id, NEW.category_id, NEW.name_key, NEW.brand, NEW.brand_key, NEW.price, NEW.is_on_sale, NEW.created_at,
          NEW.rating, NEW.popularity, NEW.in_stock)
      ON CONFLICT (product_id) DO UPDATE
     SET category_id = excluded.category_id, name_key = excluded.name_key, brand = excluded.brand,
         brand_key = excluded.brand_key, price = excluded.price, is_on_sale = excluded.is_on_sale,
         created_at = excluded.created_at, rating = excluded.rating, popularity = excluded.popularity,
         in_stock = excluded.in_stock;
  RETURN NULL;
END $$;
CREATE TRIGGER product_listed AFTER INSERT OR UPDATE OR DELETE ON product_search.product FOR EACH ROW
  WHEN (current_setting('stoa.writes_listing', true) IS DISTINCT FROM 'on')
  EXECUTE FUNCTION product_search.list_product();
