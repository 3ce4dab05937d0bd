import { lazy, type ReactNode, Suspense } from 'react';
import { useTwoFactor } from '#web/shared/profile/profile-data.ts';

const SecondFactorNeeded = lazy(() => import('./second-factor-needed.tsx'));

/** Where the shop requires two-factor sign-in of its admins, who has none sets it up before anything else. */
export function SecondFactorGuard({ children }: { children: ReactNode }) {
  const { data } = useTwoFactor();
  if (!data?.is_required) return children;
  return (
    <Suspense>
      <SecondFactorNeeded />
    </Suspense>
  );
}
