-- How a product spells its option values, by their key (`o:colour=blue`), where it spells them otherwise than
-- product_search.option_value (docs/decisions/0042). The nodes of this release write all rows again.
SET LOCAL lock_timeout = '5s';

ALTER TABLE product_search.product ADD COLUMN labels jsonb;
