import { NavLink, Outlet, useMatch, useNavigate } from 'react-router';
import { logOut, useAuth } from '#web/shared/auth/auth.ts';
import { Queries } from '#web/shared/queries.tsx';
import { Button } from '#web/ui/button.tsx';

const SECTIONS = [
  ['/dashboard', 'Overview'],
  ['/dashboard/orders', 'Order History'],
] as const;

/** Greeting, way out and sections around every page of a customer's account. */
export default function AccountFrame() {
  const { user } = useAuth();
  const navigate = useNavigate();
  // On the overview the greeting is what the page is called.
  const Greeting = useMatch('/dashboard') ? 'h1' : 'p';
  return (
    <Queries>
      <div className="page py-8 md:py-12 print:py-0">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 print:hidden">
          <Greeting className="font-display text-h2 tracking-tight wrap-anywhere">Welcome back, {user?.name}!</Greeting>
          <Button
            look="secondary"
            small
            onClick={() => {
              navigate('/');
              void logOut();
            }}
          >
            Logout
          </Button>
        </div>
        <nav aria-label="Account" className="mt-4 flex gap-8 overflow-x-auto border-b border-line print:hidden">
          {SECTIONS.map(([path, name]) => (
            <NavLink key={path} to={path} end={path === '/dashboard'} className="tab section-link">
              {name}
            </NavLink>
          ))}
        </nav>
        <div className="pt-8">
          <Outlet />
        </div>
      </div>
    </Queries>
  );
}
