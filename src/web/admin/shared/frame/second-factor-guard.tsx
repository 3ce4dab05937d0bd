import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTwoFactor } from '#web/shared/profile/profile-data.ts';

const SecondFactorNeeded = lazy(() => import('./second-factor-needed.tsx'));

/** If the shop requires two-factor sign-in for admins, those without it must set it up first. */
export function SecondFactorGuard({ children }: { children: ReactNode }) {
  const { data } = useTwoFactor();
  // It is no longer required once it is on, but its recovery codes have to be saved first.
  const [isSettingUp, setSettingUp] = useState(false);
  if (!data?.is_required && !isSettingUp) return children;
  return (
    <Suspense>
      <SecondFactorNeeded onSettingUp={setSettingUp} />
    </Suspense>
  );
}
