import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';

/** Invariants that hold at any moment. Each query finds violations. */
const ALWAYS = {
  'stock that is not received = sold + held + available': sql`
    SELECT id FROM stock WHERE held < 0 OR sold < 0 OR received - sold - held < 0`,
  'stock whose sold units do not match those of live orders': sql`
    SELECT s.id FROM stock s LEFT JOIN order_line l ON l.stock_id = s.id
      LEFT JOIN orders o ON o.id = l.order_id AND o.status <> 'cancelled'
     GROUP BY s.id HAVING s.sold <> COALESCE(sum(l.quantity) FILTER (WHERE o.id IS NOT NULL), 0)`,
  'stock whose held units do not match those of its holds': sql`
    SELECT s.id FROM stock s LEFT JOIN stock_hold h ON h.stock_id = s.id
     GROUP BY s.id HAVING s.held <> COALESCE(sum(h.quantity), 0)`,
  'holds of a checkout that is not open': sql`
    SELECT h.checkout_id FROM stock_hold h JOIN checkout c ON c.id = h.checkout_id WHERE c.status <> 'open'`,
  'open checkouts that hold something else than their newest freeze': sql`
    SELECT c.id FROM checkout c JOIN checkout_line l ON l.checkout_id = c.id AND l.revision = c.revision
      LEFT JOIN stock_hold h ON h.checkout_id = c.id AND h.stock_id = l.stock_id
     WHERE c.status = 'open' AND h.quantity IS DISTINCT FROM l.quantity`,
  'coupons whose uses are not counted right': sql`
    SELECT c.id FROM coupon c LEFT JOIN coupon_use u ON u.coupon_id = c.id
     GROUP BY c.id HAVING c.times_used <> count(u.checkout_id) OR c.times_used > c.usage_limit`,
  'orders that were not paid exactly': sql`
    SELECT o.id FROM orders o LEFT JOIN payment p ON p.order_id = o.id
     WHERE p.captured_cents IS DISTINCT FROM CASE WHEN o.payment_status <> 'pending' THEN NULLIF(o.total_cents, 0) END`,
  'orders that were paid in another currency': sql`
    SELECT o.id FROM orders o JOIN payment p ON p.order_id = o.id WHERE p.currency <> o.currency`,
  'orders whose lines are not their subtotal': sql`
    SELECT o.id FROM orders o LEFT JOIN order_line l ON l.order_id = o.id
     GROUP BY o.id HAVING COALESCE(sum(l.quantity * l.unit_price_cents + l.adjustment_cents), 0) <> o.subtotal_cents`,
  'amounts that are not the sum of their adjustments': sql`
    SELECT id FROM (
      SELECT id, adjustments, adjustment_cents FROM orders UNION ALL
      SELECT id, adjustments, adjustment_cents FROM order_line UNION ALL
      SELECT checkout_id, adjustments, adjustment_cents FROM checkout_freeze UNION ALL
      SELECT checkout_id, adjustments, adjustment_cents FROM checkout_line) each
     WHERE adjustment_cents <> COALESCE(
       (SELECT sum((a->>'amount')::bigint) FROM jsonb_array_elements(adjustments) a), 0)`,
  'orders that say something else of their payment than what came and went': sql`
    SELECT o.id FROM orders o JOIN payment p ON p.order_id = o.id
     WHERE o.payment_status <> CASE p.refunded_cents
       WHEN 0 THEN 'completed' WHEN p.captured_cents THEN 'refunded' ELSE 'partially_refunded' END`,
  'orders whose history ends elsewhere, or has a step that does not begin where the last one ended': sql`
    SELECT o.id FROM orders o
      LEFT JOIN LATERAL (
        SELECT h.to_status, h.from_status, lag(h.to_status) OVER (ORDER BY h.id) AS before
          FROM order_status_change h WHERE h.order_id = o.id) h ON true
     WHERE h.from_status IS DISTINCT FROM h.before
        OR o.status <> (SELECT to_status FROM order_status_change WHERE order_id = o.id ORDER BY id DESC LIMIT 1)`,
  'cancelled orders whose money was kept': sql`
    SELECT o.id FROM orders o JOIN payment p ON p.order_id = o.id
     WHERE o.status = 'cancelled' AND p.refunded_cents <> p.captured_cents
       AND p.problem IS DISTINCT FROM 'refund_failed'`,
  'payments whose refunds do not add up': sql`
    SELECT p.id FROM payment p LEFT JOIN refund r ON r.payment_id = p.id AND r.status <> 'failed'
     GROUP BY p.id HAVING p.refunded_cents <> COALESCE(sum(r.amount_cents), 0)`,
  'invoice numbers with a gap, or other than the counter says': sql`
    SELECT last_number FROM invoice_counter
     WHERE last_number <> (SELECT count(*) FROM invoice) OR last_number <> (SELECT COALESCE(max(number), 0) FROM invoice)`,
  'sessions of an account that may not sign in': sql`
    SELECT s.id FROM session s JOIN users u ON u.id = s.user_id WHERE NOT u.is_active`,
  'deleted accounts that the shop knows something of': sql`
    SELECT u.id, b.what FROM users u JOIN (
      SELECT user_id, 'address' AS what FROM user_address
      UNION ALL SELECT user_id, 'cart' FROM cart UNION ALL SELECT user_id, 'cart line' FROM cart_line
      UNION ALL SELECT user_id, 'wish' FROM wishlist_entry UNION ALL SELECT user_id, 'avatar' FROM user_avatar
      UNION ALL SELECT user_id, 'token' FROM one_time_token UNION ALL SELECT user_id, 'session' FROM session
      UNION ALL SELECT user_id, kind || ' to ' || to_email FROM mail
      UNION ALL SELECT id, 'name' FROM users WHERE name <> 'Deleted customer' OR phone IS NOT NULL OR preferences <> '{}'
      UNION ALL SELECT user_id, 'order' FROM orders WHERE customer_name <> 'Deleted customer'
    ) b ON b.user_id = u.id WHERE u.anonymised_at IS NOT NULL`,
  'open checkouts of a deleted account': sql`
    SELECT c.id FROM checkout c JOIN users u ON u.id = c.user_id
     WHERE c.status = 'open' AND u.anonymised_at IS NOT NULL`,
};

/** Invariants that hold once the shop is idle: all events have arrived, and the reconciler has run. */
const AT_REST = {
  'stock that is still held': sql`SELECT id FROM stock WHERE held <> 0`,
  'intents that were paid and led to nothing': sql`
    SELECT i.id FROM sandbox.payment_intents i LEFT JOIN payment p ON p.intent_id = i.id
     WHERE i.status = 'succeeded' AND p.id IS NULL`,
  'charges that do not match what the shop knows': sql`
    SELECT p.id FROM payment p JOIN sandbox.charges c ON c.payment_intent = p.intent_id AND c.status = 'succeeded'
     WHERE c.amount <> p.captured_cents OR c.amount_refunded <> p.refunded_cents`,
};

async function broken(db: Database, laws: typeof ALWAYS | typeof AT_REST): Promise<string[]> {
  const found: string[] = [];
  for (const [law, query] of Object.entries(laws)) {
    const { rows } = await query.execute(db);
    if (rows.length > 0) found.push(`${law}: ${JSON.stringify(rows)}`);
  }
  return found;
}

/** Violated invariants of a busy shop, each with the offending rows. */
export const violatedInvariants = (db: Database): Promise<string[]> => broken(db, ALWAYS);

/** All violated invariants of an idle shop. */
export const violatedInvariantsAtRest = async (db: Database): Promise<string[]> => [
  ...(await broken(db, ALWAYS)),
  ...(await broken(db, AT_REST)),
];
