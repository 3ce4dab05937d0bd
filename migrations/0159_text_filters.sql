-- A text can be a filter, like a choice of the values that products have (docs/decisions/0130).
SET LOCAL lock_timeout = '5s';

ALTER TABLE custom_field DROP CONSTRAINT custom_field_check;
