import { toast, toastFailure } from '#web/ui/toast.ts';

/** Copies the address of the page, where the device has no share sheet or could not open it. @param error its reason */
export async function copyLink(error?: DOMException): Promise<void> {
  // Closing the sheet without sharing is not an error.
  if (error?.name === 'AbortError') return;
  try {
    await navigator.clipboard.writeText(location.href);
    toast('Link copied');
  } catch {
    toastFailure('The link could not be copied. You can copy it from the address bar.');
  }
}
