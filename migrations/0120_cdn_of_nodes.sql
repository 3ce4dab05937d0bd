-- What each node knows of the CDN, for the system page. Null without a CDN, and from nodes of earlier releases.
SET LOCAL lock_timeout = '5s';

ALTER TABLE shop_node ADD COLUMN cdn jsonb;
