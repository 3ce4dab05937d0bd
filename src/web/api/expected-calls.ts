import type { adminOrderEndpoints } from '#contract/admin/orders.ts';
import type { orderEndpoints } from '#contract/storefront/orders.ts';
import type { paymentEndpoints } from '#contract/storefront/payments.ts';
import type { productEndpoints } from '#contract/storefront/products.ts';

export type ExpectedEndpoints = typeof productEndpoints &
  typeof orderEndpoints &
  typeof paymentEndpoints &
  typeof adminOrderEndpoints;

interface UserView {
  id: number;
  name: string;
  email: string;
  phone: string | null;
  is_admin: boolean;
  is_active: boolean;
  created_at: string;
}

export interface ExpectedCalls {
  'POST /auth/login': { input: { body: { email: string; password: string } }; data: { token: string; user: UserView } };
  'POST /auth/register': {
    input: { body: { name: string; email: string; phone?: string; password: string; password_confirmation: string } };
    data: { token: string; user: UserView };
  };
  'POST /auth/logout': { input: unknown; data: null };
  'GET /auth/profile': { input: unknown; data: UserView };
}
