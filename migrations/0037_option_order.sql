-- The options of a variant in the order the merchant gave them: jsonb sorts its keys, so that 'Colour, Size' came back as
-- 'Size, Colour'.
SET LOCAL lock_timeout = '5s';

-- json keeps its text. `options` stays for the previous version, until a later migration drops it.
ALTER TABLE product_variant ADD COLUMN ordered_options json;

-- The previous version writes `options` alone: the order of its keys is all there is to know then.
CREATE FUNCTION keep_ordered_options() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.ordered_options IS NULL OR NEW.ordered_options::jsonb <> NEW.options THEN
    NEW.ordered_options := NEW.options::json;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER product_variant_options_ordered BEFORE INSERT OR UPDATE ON product_variant
  FOR EACH ROW EXECUTE FUNCTION keep_ordered_options();

-- A variant without a name of its own is named by its values in the merchant's order, such as 'Mist / M'. Where the name
-- does not tell, the order stays as it was shown until now.
UPDATE product_variant v SET ordered_options = (
  SELECT json_object_agg(o.key, o.value ORDER BY NULLIF(strpos(' / ' || v.name || ' / ', ' / ' || o.value || ' / '), 0), o.place)
    FROM (SELECT key, value, ordinality AS place FROM jsonb_each_text(v.options) WITH ORDINALITY) o)
 WHERE v.options <> '{}';
UPDATE product_variant SET ordered_options = '{}' WHERE options = '{}';
ALTER TABLE product_variant ALTER COLUMN ordered_options SET NOT NULL;
