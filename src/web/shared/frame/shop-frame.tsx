import { Outlet, useNavigation } from 'react-router';
import { Footer } from './footer.tsx';
import { Navbar } from './navbar.tsx';

/** Header and footer around every page of the shop and of the customer's account. */
export default function ShopFrame() {
  const { state } = useNavigation();
  return (
    <>
      <p className="bg-band px-4 py-2 text-center text-small text-on-band print:hidden">
        Free shipping above $50<span className="max-sm:hidden"> &nbsp;·&nbsp; 30-day returns</span>
        <span className="max-md:hidden"> &nbsp;·&nbsp; Support Mon-Fri 9:00 AM-6:00 PM EST</span>
      </p>
      <Navbar />
      <div className="progress" data-loading={state !== 'idle'} />
      <main id="content" tabIndex={-1} className="min-h-[60svh]">
        <Outlet />
      </main>
      <Footer />
    </>
  );
}
