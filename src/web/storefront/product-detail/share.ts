import { toast, toastFailure } from '#web/ui/toast.ts';

/** Copies the address of the page, where the device has no share sheet. */
export async function copyLink(): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href);
    toast('Link copied');
  } catch {
    toastFailure('The link could not be copied. You can copy it from the address bar.');
  }
}
