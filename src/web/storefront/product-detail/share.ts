import { toast, toastFailure } from '#web/ui/toast.ts';

/** By the device's own way of sharing; where it has none, the link is copied. */
export async function share(title: string): Promise<void> {
  const url = location.href;
  if (navigator.share) {
    // Closing the device's dialog without sharing is no failure.
    return navigator.share({ title, url }).catch(() => undefined);
  }
  try {
    await navigator.clipboard.writeText(url);
    toast('Link copied');
  } catch {
    toastFailure('The link could not be copied. You can copy it from the address bar.');
  }
}
