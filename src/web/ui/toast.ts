import { createStore } from './external-store.ts';

export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

export interface Toast {
  readonly id: number;
  readonly message: string;
  readonly kind: 'success' | 'question' | 'failure';
  readonly actions: readonly ToastAction[];
}

export const toasts = createStore<{ shown: readonly Toast[] }>({ shown: [] });

const MAX_TOASTS = 3;
let count = 0;

function show(message: string, kind: Toast['kind'], actions: readonly ToastAction[]): void {
  count += 1;
  const others = toasts.read().shown.filter((other) => other.message !== message);
  toasts.write({ shown: [...others, { id: count, message, kind, actions }].slice(-MAX_TOASTS) });
}

/** Shows a message with up to two actions, such as Undo. */
export const toast = (message: string, actions: readonly ToastAction[] = []) => show(message, 'success', actions);

/** Asks the shopper to choose an action. */
export const toastQuestion = (message: string, actions: readonly ToastAction[]) => show(message, 'question', actions);

/** Shows an error. */
export const toastFailure = (message: string, actions: readonly ToastAction[] = []) =>
  show(message, 'failure', actions);

export function dismissToast(id: number): void {
  toasts.write({ shown: toasts.read().shown.filter((one) => one.id !== id) });
}
