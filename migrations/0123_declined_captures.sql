-- How many captures of an approved payment were declined. The provider repeats its response to a request with the same id, so
-- each attempt after a declined one needs another id.
SET LOCAL lock_timeout = '5s';

ALTER TABLE checkout ADD COLUMN declined_captures integer NOT NULL DEFAULT 0;
