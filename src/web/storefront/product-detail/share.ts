import { toast, toastFailure } from '#web/ui/toast.ts';

/** Uses the device's share dialog, or copies the link. */
export async function share(title: string): Promise<void> {
  const url = location.href;
  if (navigator.share) {
    // Closing the dialog without sharing is not an error.
    return navigator.share({ title, url }).catch(() => undefined);
  }
  try {
    await navigator.clipboard.writeText(url);
    toast('Link copied');
  } catch {
    toastFailure('The link could not be copied. You can copy it from the address bar.');
  }
}
