-- During a rolling upgrade, nodes run several versions of a subscriber, which can handle different types of events. When a node has last
-- renewed each of them; `types`, which records events, has those that are still in use. Nodes of earlier releases write `types` alone.
SET LOCAL lock_timeout = '5s';

ALTER TABLE event_subscriber ADD COLUMN types_seen_at jsonb NOT NULL DEFAULT '{}';
COMMENT ON COLUMN event_subscriber.types_seen_at IS 'When a node that handles the type has last renewed the registration, by type.';
