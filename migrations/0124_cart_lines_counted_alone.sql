-- A cart has a limited number of lines, also when several requests add to it at once. PostgreSQL runs the query in a volatile
-- function on a new snapshot: it counts the lines of those who held the lock before.
SET LOCAL lock_timeout = '5s';

CREATE FUNCTION lock_and_count_cart_lines(customer integer) RETURNS integer LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('cart_lines'), customer);
  RETURN (SELECT count(*) FROM cart_line WHERE user_id = customer);
END $$;
