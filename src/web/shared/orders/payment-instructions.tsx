/** How to pay without a card, as the merchant wrote it: plain text whose line breaks count. */
export function PaymentInstructions({ text }: { text: string }) {
  return (
    <p className="rounded-field bg-sunken px-4 py-3 whitespace-pre-line wrap-anywhere" dir="auto">
      {text}
    </p>
  );
}
