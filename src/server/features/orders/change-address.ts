import { z } from 'zod';
import type { KeptAddress, ShippingAddress } from '#contract/storefront/shipping-address.ts';
import { isAnonymousEmail } from '#domain/accounts/anonymous-email.ts';
import { changedAddressParts } from '#domain/orders/changed-address-parts.ts';
import { orderStatusLabel, takesNewAddress } from '#domain/orders/order-status.ts';
import { deliverSoon } from '#server/features/mail/index.ts';
import { wantsOrderMails } from '#server/features/notifications/index.ts';
import { type AuditContext, recordAudit } from '#server/platform/audit/audit.store.ts';
import { inTransaction, type Transaction } from '#server/platform/database/database.ts';
import { recordOutcome } from '#server/platform/http/idempotency/outcomes.store.ts';
import { unlessCommitted } from '#server/platform/http/idempotency/repeatable-write.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { mailAddressChanged } from './order-mails.ts';
import { type OrderServices, readShopFacts } from './order-services.ts';
import { insertStatusChange, lockOrder, setShippingAddress } from './orders.store.ts';

interface AddressInput {
  readonly address: ShippingAddress;
  /** The address that the admin saw, which must still be current. Undefined: any. */
  readonly seen: KeptAddress | undefined;
}

const changedAddress = z.object({ isChanged: z.boolean() });

/**
 * Sends an order that has not been shipped to another address, and mails it to the customer. The billing address, the
 * shipping cost and the tax stay as they are.
 * @throws Refusal `order.not_found`, `order.address_fixed`, `order.changed`.
 */
export async function changeAddress(
  services: OrderServices,
  orderId: number,
  { address, seen }: AddressInput,
  { actor, request }: AuditContext,
): Promise<void> {
  const { db, now, jobs } = services;
  const shop = await readShopFacts(services);
  const change = async (tx: Transaction) => {
    const at = now();
    const order = await lockOrder(tx, { id: orderId }, 'anyone');
    if (!order) throw new Refusal('order.not_found');
    if (!takesNewAddress(order.status)) {
      const state = orderStatusLabel(order.status).toLowerCase();
      throw new Refusal('order.address_fixed', {
        message: `Order ${order.order_number} is ${state}: its address can no longer be changed.`,
      });
    }
    const before = order.shipping_address;
    const changed = changedAddressParts(before, address);
    if (seen && changed.length > 0 && changedAddressParts(before, seen).length > 0) throw new Refusal('order.changed');
    if (changed.length > 0) {
      await setShippingAddress(tx, order.id, address, at);
      await insertStatusChange(tx, {
        order_id: order.id,
        from_status: order.status,
        to_status: order.status,
        actor_id: actor.userId,
        note: 'Shipping address changed',
        created_at: at,
      });
      // Without the addresses: the audit log is kept when the customer's account is deleted.
      await recordAudit(tx, {
        actor,
        request,
        action: 'order.address',
        entity: 'order',
        entityId: String(order.id),
        before: null,
        after: { changed: changed.join(', ') },
        at,
      });
      if (!isAnonymousEmail(order.customer_email) && (await wantsOrderMails(tx, order.user_id))) {
        await mailAddressChanged(tx, order, { address, shop, at });
      }
    }
    const outcome = { isChanged: changed.length > 0 };
    await recordOutcome(tx, request.write, outcome);
    return outcome;
  };
  await unlessCommitted(request.write, changedAddress, () => inTransaction(db, change));
  deliverSoon(jobs);
}
