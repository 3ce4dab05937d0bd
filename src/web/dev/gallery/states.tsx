import { useState } from 'react';
import { FormDialog } from '#web/shared/forms/form-dialog.tsx';
import { fieldProblem, useShopForm } from '#web/shared/forms/shop-form.ts';
import { BrokenPage, PageNotFound } from '#web/shared/frame/page-error.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { ConfirmDialog, Dialog } from '#web/ui/dialog.tsx';
import { Drawer } from '#web/ui/drawer.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Link } from '#web/ui/link.tsx';
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { type Toast, toast, toastFailure, toastQuestion } from '#web/ui/toast.ts';
import ToastCards from '#web/ui/toast-cards.tsx';
import type { GalleryEntry } from './entry.ts';

function SampleForm({ onClose }: { onClose: () => void }) {
  const shopForm = useShopForm({ name: 'Kitchen' }, async () => {
    throw fieldProblem('name', 'Another category has this name.');
  });
  return (
    <FormDialog title="Edit category" saveLabel="Save category" shopForm={shopForm} onClose={onClose}>
      <TextField label="Name" required {...shopForm.field('name', { required: 'Please enter a name.' })} />
      <TextField label="Slug" hint="Made of the name when it is left empty." />
    </FormDialog>
  );
}

function Dialogs() {
  const [open, setOpen] = useState<'plain' | 'form' | 'confirm' | 'drawer' | null>(null);
  const close = () => setOpen(null);
  return (
    <div className="dev-gallery-row">
      <Button look="secondary" onClick={() => setOpen('plain')}>
        Open dialog
      </Button>
      <Button look="secondary" onClick={() => setOpen('form')}>
        Open form dialog
      </Button>
      <Button look="secondary" onClick={() => setOpen('confirm')}>
        Open confirmation
      </Button>
      <Button look="secondary" onClick={() => setOpen('drawer')}>
        Open drawer
      </Button>
      <Dialog isOpen={open === 'plain'} onClose={close} title="Size guide">
        <p>Measure around the fullest part of the chest.</p>
      </Dialog>
      {open === 'form' && <SampleForm onClose={close} />}
      <ConfirmDialog
        isOpen={open === 'confirm'}
        onClose={close}
        title="Delete this product?"
        confirmLabel="Delete product"
        onConfirm={close}
      >
        Stoneware Teapot will be deleted. This cannot be undone.
      </ConfirmDialog>
      {open === 'drawer' && (
        <Drawer
          title="Filters"
          side="bottom"
          onClose={close}
          footer={<Button onClick={close}>Show 12 products</Button>}
        >
          <p className="py-4">What narrows the list.</p>
        </Drawer>
      )}
    </div>
  );
}

const TOASTS: readonly Toast[] = [
  {
    id: 1,
    kind: 'success',
    message: 'Stoneware Teapot removed from cart',
    actions: [{ label: 'Undo', run: () => {} }],
  },
  { id: 2, kind: 'question', message: 'Use the cart of this device?', actions: [{ label: 'Use it', run: () => {} }] },
  { id: 3, kind: 'failure', message: 'Error adding product to cart', actions: [] },
];

function Toasts() {
  return (
    <div className="dev-gallery-stack">
      <ToastCards shown={TOASTS} isHeld />
      <div className="dev-gallery-row">
        <Button look="secondary" small onClick={() => toast('Product added to cart')}>
          Show success
        </Button>
        <Button look="secondary" small onClick={() => toastQuestion('Keep it?', [{ label: 'Keep', run: () => {} }])}>
          Show question
        </Button>
        <Button look="secondary" small onClick={() => toastFailure('Failed to add product to cart')}>
          Show failure
        </Button>
      </div>
    </div>
  );
}

const Empty = () => (
  <EmptyState
    icon="shopping-bag"
    title="Your cart is empty"
    action={
      <Link to="/products" className={buttonClass()}>
        Continue Shopping
      </Link>
    }
  >
    Add some products to get started!
  </EmptyState>
);

const Failed = () => (
  <EmptyState icon="circle-exclamation-point" title="Your cart could not be loaded" action={<Button>Retry</Button>}>
    The shop could not be reached.
  </EmptyState>
);

const Broken = () => <BrokenPage error={new Error('Gallery')} />;

const Skeletons = () => (
  <div className="dev-gallery-stack">
    <Skeleton className="h-32" />
    <Skeleton className="h-6" />
    <SkeletonRows rows={3} label="Loading orders" />
  </div>
);

const Waiting = () => <Spinner label="Loading your order…" isShown />;

export const STATES: readonly GalleryEntry[] = [
  { title: 'Dialogs', Example: Dialogs },
  { title: 'Toasts', Example: Toasts },
  { title: 'Empty state', Example: Empty },
  { title: 'Failed state', Example: Failed },
  { title: 'Page not found', Example: PageNotFound },
  { title: 'Broken page', Example: Broken },
  { title: 'Skeletons', Example: Skeletons },
  { title: 'Spinner', Example: Waiting },
];
