import './trusted-types.ts';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { interceptBack } from '#web/ui/back-button.ts';

interceptBack();

// The server answers an undecodable URL with the not-found page; the router must see the same one.
try {
  decodeURI(location.pathname);
} catch {
  history.replaceState(null, '', '/address-not-readable');
}

// This file may be evaluated early, because it shares a chunk with imports of the page's modules.
void window.pageModules.then(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      import.meta.env.DEV ? (
        <StrictMode>
          <HydratedRouter onError={reportError} />
        </StrictMode>
      ) : (
        <HydratedRouter />
      ),
    );
  }),
);
