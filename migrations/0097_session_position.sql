-- How far the log of the database had been written after the last write of a session: a read replica may answer its reads
-- once it has got there (docs/decisions/0057). Empty without a replica.
SET LOCAL lock_timeout = '5s';

ALTER TABLE session ADD COLUMN written_lsn pg_lsn;
