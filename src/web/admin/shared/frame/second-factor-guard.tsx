import { lazy, type ReactNode, Suspense } from 'react';
import { useTwoFactor } from '#web/shared/profile/profile-data.ts';

const SecondFactorNeeded = lazy(() => import('./second-factor-needed.tsx'));

/** If the shop requires two-factor sign-in for admins, those without it must set it up first. */
export function SecondFactorGuard({ children }: { children: ReactNode }) {
  const { data } = useTwoFactor();
  if (!data?.is_required) return children;
  return (
    <Suspense>
      <SecondFactorNeeded />
    </Suspense>
  );
}
